/** New voters by region, so that a wave of accounts from one place shows beside an artist's jump. */
import { countries, type TContinentCode, type TCountryCode } from 'countries-list';
import { CELL_MIN, type Accounts, type Region } from '#public-log/format/anchor/anchor-json.ts';

type ByRegion = NonNullable<Accounts['new_voters_24h_by_region']>;

const NAMES: Partial<Record<TContinentCode, Region>> = {
	AF: 'africa',
	AS: 'asia',
	EU: 'europe',
	NA: 'north_america',
	OC: 'oceania',
	SA: 'south_america',
};

/** `byCountry`: numbers of people by ISO 3166-1 alpha-2 code. Null stands for 1 to 19 people in all. */
export function regionsOf(byCountry: Readonly<Record<string, number>>): ByRegion {
	const counts = new Map<Region, number>();
	for (const [country, people] of Object.entries(byCountry)) {
		const { continent } = countries[country as TCountryCode] ?? {};
		const region = (continent && NAMES[continent]) ?? 'other';
		counts.set(region, (counts.get(region) ?? 0) + people);
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
