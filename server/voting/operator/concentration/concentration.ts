/** Counts the sources of a ranking's votes, and says which of them are unusual. */
import type { Concentration, ConcentrationKind, ConcentrationRow } from '#contract/operator/voting/concentration.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { csv } from '#server/kernel/csv.ts';
import { countInSteps } from '../counting/steps.ts';
import { selectTopOfArtists, selectTopOfRanking } from '../top-fans/sql.ts';
import { unusualFanOf, unusualOf, unusualOfArtist, type Part, type Whole } from './rules.ts';
import * as sql from './sql.ts';

const SHOWN = { age: 10, country: 10, network: 10, hour: 1_000 } as const;
const KINDS = Object.keys(SHOWN) as ConcentrationKind[];
/** Maximum number of an artist's values of each kind: those that could be unusual. */
const ARTIST_PARTS = 10;

/** Runs every minute. */
export async function countVotes(db: Database, stopping?: AbortSignal): Promise<void> {
	await countInSteps(db, { table: 'vote_counting', count: sql.countVotes }, stopping);
}

export async function voteDaysAsCsv(db: Db, rankingKey: string): Promise<string> {
	const days = await sql.selectDays(db, (await sql.selectHead(db, rankingKey)).rankingId);
	return csv(
		['day', 'artist_id', 'artist', 'votes'],
		days.map((row) => [row.day, row.artist_id, row.en_name, row.votes]),
	);
}

export async function readConcentration(db: Db, rankingKey: string, artistId: number | null): Promise<Concentration> {
	const { rankingId, title, countedThrough } = await sql.selectHead(db, rankingKey);
	const artists = await sql.selectArtists(db, rankingId);
	const asked = artistId === null ? artists : artists.filter((artist) => artist.artist_id === artistId);
	const [ranking, shown] = [sumOf(artists), sumOf(asked)];
	const cases = await sql.selectCasesOn(db, rankingId);
	const rows = await Promise.all(
		KINDS.map(async (kind) => {
			const parts = await sql.selectParts(db, rankingId, { kind, artistId, limit: SHOWN[kind] });
			return [kind, await presentParts(db, { rankingId, artistId, parts, shown, ranking, cases })] as const;
		}),
	);
	const unusual = await countUnusual(db, rankingId, artists, cases);
	const byKind = Object.fromEntries(rows) as Record<ConcentrationKind, ConcentrationRow[]>;
	return {
		ranking_key: rankingKey,
		title,
		artist_id: artistId,
		counted_through_time: countedThrough,
		...shown,
		cast_tickets: castOf(asked),
		...byKind,
		hour: byKind.hour.toSorted((one, other) => (one.value < other.value ? -1 : 1)),
		artists: artists.map((artist) => ({ ...artist, unusual: unusual.get(artist.artist_id) ?? 0 })),
	};
}

interface Scope {
	rankingId: number;
	artistId: number | null;
	parts: readonly Part[];
	shown: Whole;
	ranking: Whole;
	cases: readonly sql.CaseOnPart[];
}

async function presentParts(db: Db, scope: Scope): Promise<ConcentrationRow[]> {
	const { rankingId, artistId, parts, shown, ranking, cases } = scope;
	const networks = parts.filter(({ kind, value }) => kind === 'network' && value !== '').map(({ value }) => value);
	const accounts = await sql.countAccounts(db, networks);
	const isHour = parts[0]?.kind === 'hour';
	const values = parts.map(({ value }) => value);
	const same = artistId === null || isHour ? [] : await sql.selectSame(db, rankingId, values);
	return parts.map((part) => ({
		value: part.value,
		votes: part.votes,
		tickets: part.tickets,
		unusual:
			unusualOf(part, shown, parts) ??
			(artistId === null ? null : unusualOfArtist(part, shown, samePart(same, part), ranking)),
		accounts: part.kind === 'network' && part.value !== '' ? (accounts.get(part.value) ?? 0) : null,
		case_ids: cases.filter((one) => isOn(one, part, artistId)).map(({ caseId }) => caseId),
	}));
}

async function countUnusual(
	db: Db,
	rankingId: number,
	artists: readonly sql.ArtistSums[],
	cases: readonly sql.CaseOnPart[],
): Promise<Map<number, number>> {
	const parts = await sql.selectArtistParts(db, rankingId, ARTIST_PARTS);
	const same = await sql.selectSame(db, rankingId, [...new Set(parts.map(({ value }) => value))]);
	const ranking = sumOf(artists);
	const fans = new Map((await selectTopOfArtists(db, rankingId)).map((fan) => [fan.artistId, fan]));
	return new Map(
		artists.map((artist) => {
			const { artist_id: id, cast_tickets: of } = artist;
			const fan = fans.get(id);
			const ofFan = fan && !isCased(cases, fan.fanId) && unusualFanOf({ tickets: fan.tickets, of }, 'artist');
			const own = parts.filter(({ artistId }) => artistId === id);
			const found = own.filter(
				(part) =>
					!cases.some((one) => isOn(one, part, id)) &&
					(unusualOf(part, artist, own) ?? unusualOfArtist(part, artist, samePart(same, part), ranking)) !== null,
			);
			return [id, found.length + (ofFan ? 1 : 0)];
		}),
	);
}

type Unusual = Pick<Dashboard['attention'][number], 'kind' | 'target' | 'text'>;

const SIGN_UPS = { hours: 24, latest: 10_000, least: 20 } as const;
const SIGN_UPS_SHARE = 0.1;

/** Finds unusual votes of rankings that are not certified, and unusual new accounts, without a case so far. */
export async function findUnusual(db: Db): Promise<Unusual[]> {
	const found: Unusual[] = [];
	for (const { rankingId, rankingKey, title } of await sql.selectWatched(db)) {
		const artists = await sql.selectArtists(db, rankingId);
		const whole = sumOf(artists);
		const cases = await sql.selectCasesOn(db, rankingId);
		const texts: string[] = [];
		// Hours are left out: every ranking is busy at its end.
		for (const kind of KINDS.filter((each) => each !== 'hour')) {
			const parts = await sql.selectParts(db, rankingId, { kind, artistId: null, limit: SHOWN[kind] });
			const open = parts.filter((part) => !cases.some((one) => isOn(one, part, null)));
			texts.push(...open.flatMap((part) => unusualOf(part, whole, parts) ?? []).slice(0, 1));
		}
		for (const { fanId, tickets } of await selectTopOfRanking(db, rankingId)) {
			const ofFan = isCased(cases, fanId) ? null : unusualFanOf({ tickets, of: castOf(artists) }, 'ranking');
			if (ofFan) texts.push(ofFan);
		}
		if (texts.length > 0)
			found.push({ kind: 'votes_unusual', target: rankingKey, text: `${title}: ${texts.join('; ')}` });
	}
	for (const { network, accounts, of } of await sql.selectSignUpNetworks(db, SIGN_UPS)) {
		if (accounts < SIGN_UPS_SHARE * of) continue;
		found.push({
			kind: 'sign_ups_unusual',
			target: network,
			text: `${accounts} of the last ${of} new accounts came from one network`,
		});
	}
	return found;
}

function isOn(one: sql.CaseOnPart, { kind, value }: Part, artistId: number | null): boolean {
	if (artistId !== null && one.artistId !== null && one.artistId !== artistId) return false;
	if (kind === 'network') return one.network === value;
	if (kind === 'country') return one.country === value;
	if (kind === 'age') return one.byJoining && ['hour', 'day'].includes(value);
	return false;
}

const isCased = (cases: readonly sql.CaseOnPart[], fanId: number) => cases.some(({ fanIds }) => fanIds.includes(fanId));

const castOf = (artists: readonly sql.ArtistSums[]) => artists.reduce((sum, artist) => sum + artist.cast_tickets, 0);

const samePart = (parts: readonly Part[], { kind, value }: Part): Part | undefined =>
	parts.find((part) => part.kind === kind && part.value === value);

function sumOf(artists: readonly Whole[]): Whole {
	return artists.reduce((sum, { votes, tickets }) => ({ votes: sum.votes + votes, tickets: sum.tickets + tickets }), {
		votes: 0,
		tickets: 0,
	});
}
