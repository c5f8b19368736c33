/** Numbers of accounts for the anchor, once a day. Small numbers are left out: they say too much about single people. */
import { CELL_MIN, type Accounts, type Region } from '#public-log/format/anchor/anchor-json.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import { one, type Db } from '#server/kernel/database.ts';
import { countries, type TContinentCode, type TCountryCode } from 'countries-list';

interface Counts {
	at: number;
	created: number;
	deleted: number;
	suspended: number;
	active: number;
}

/** Voters of a day by method and country. The empty country stands for none. */
interface VoterRow {
	platform: SsoType;
	country: string;
	voters: number;
	/** Of these, the ones who had never voted before. */
	fresh: number;
}

/** Reads all accounts, all sessions, and the votes of a day. */
export async function readAccounts(db: Db): Promise<Accounts> {
	const { at, created, deleted, suspended, active } = await one<Counts>(db, { text: COUNTS });
	const voters = await db.query<VoterRow>({ text: VOTERS });
	const fresh = (platform: SsoType) => cell(sumOf(voters, (row) => (row.platform === platform ? row.fresh : 0)));
	const [google, line, oidc] = [fresh('google'), fresh('line'), fresh('oidc')];
	return {
		at,
		created: cell(created),
		deleted: cell(deleted),
		suspended: cell(suspended),
		active_24h: cell(active),
		voters_24h: cell(sumOf(voters, (row) => row.voters)),
		new_voters_24h: { google, line, oidc },
		// Less the methods that are told, the sum of all regions would be the number of the one that is not.
		new_voters_24h_by_region: [google, line, oidc].includes(null)
			? null
			: regionsOf(voters.map((row) => [row.country, row.fresh])),
	};
}

const sumOf = (rows: readonly VoterRow[], count: (row: VoterRow) => number) =>
	rows.reduce((sum, row) => sum + count(row), 0);

const cell = (count: number) => (count === 0 || count >= CELL_MIN ? count : null);

const DAY_AGO = `lightstick_now() - interval '24 hours'`;

const COUNTS = `
	select floor(extract(epoch from lightstick_now()))::bigint as at, fans.created, fans.deleted,
		(select count(*) from wallet where suspended) as suspended,
		(select count(distinct fan_id) from session where greatest(created_at, used_at) >= ${DAY_AGO}) as active
	from (
		select count(*) as created, count(*) filter (where erased_at is not null) as deleted from fan
	) fans`;

const VOTERS = `
	select register_platform as platform, coalesce(country, '') as country, count(*) as voters,
		count(*) filter (where seen is null) as fresh
	from (select fan_id from vote where cast_at >= ${DAY_AGO} group by fan_id) voter
	join fan using (fan_id)
	left join lateral (
		select true as seen from vote earlier
		where earlier.fan_id = voter.fan_id and earlier.cast_at < ${DAY_AGO} limit 1
	) before on true
	group by register_platform, coalesce(country, '')`;

type ByRegion = NonNullable<Accounts['new_voters_24h_by_region']>;

const NAMES: Partial<Record<TContinentCode, Region>> = {
	AF: 'africa',
	AS: 'asia',
	EU: 'europe',
	NA: 'north_america',
	OC: 'oceania',
	SA: 'south_america',
};

/**
 * New voters by region, so that a wave of accounts from one place shows beside an artist's jump. `people`: by
 * ISO 3166-1 alpha-2 code. Null stands for 1 to 19 people in all.
 */
export function regionsOf(people: readonly (readonly [country: string, count: number])[]): ByRegion {
	const counts = new Map<Region, number>();
	for (const [country, count] of people) {
		if (count === 0) continue;
		const { continent } = countries[country as TCountryCode] ?? {};
		const region = (continent && NAMES[continent]) ?? 'other';
		counts.set(region, (counts.get(region) ?? 0) + count);
	}
	return withoutSmall(counts);
}

/** Small regions go into `other`, and then the smallest of the rest until `other` is no small number either. */
function withoutSmall(counts: ReadonlyMap<Region, number>): ByRegion {
	let other = counts.get('other') ?? 0;
	const told: ByRegion = {};
	for (const [region, people] of [...counts].toSorted(([, a], [, b]) => a - b)) {
		if (region === 'other') continue;
		if (people < CELL_MIN || (other > 0 && other < CELL_MIN)) other += people;
		else told[region] = people;
	}
	if (other > 0) told.other = other < CELL_MIN ? null : other;
	return told;
}
