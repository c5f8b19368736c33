/** Values of the form that opens a case. */
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import { isLocalTime } from '#contract/values/local-time.ts';
import { type CaseReason, OBJECTION_HOURS_MIN } from '#contract/voting.ts';

export interface CaseValues {
	/** Empty fields filter nothing. */
	artist: string;
	country: string;
	network: string;
	/** Fan numbers, separated by spaces, commas, semicolons or lines. */
	fans: string;
	joinedFrom: string;
	joinedTo: string;
	castFrom: string;
	castTo: string;
	reason: CaseReason;
	incident: string;
	statement: string;
	hours: number | null;
}

const OBJECTION_HOURS_MAX = 720;
const FANS_MAX = 1_000;

export function newCase(filter: CaseFilter): CaseValues {
	return {
		artist: String(filter.artist_id ?? ''),
		country: filter.country ?? '',
		network: filter.network ?? '',
		fans: (filter.fan_ids ?? []).join(' '),
		joinedFrom: filter.joined_from_local ?? '',
		joinedTo: filter.joined_to_local ?? '',
		castFrom: filter.cast_from_local ?? '',
		castTo: filter.cast_to_local ?? '',
		reason: 'BOT',
		incident: '',
		statement: '',
		hours: OBJECTION_HOURS_MIN,
	};
}

/** A fan's number as the console writes it: without a sign, marks or leading zeros. */
export const isFanNumber = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));

const fansOf = ({ fans }: CaseValues) => fans.split(/[\s,;]+/).filter((number) => number !== '');

/** Returns null if nothing is chosen or the choice is invalid. */
export function filterOf(values: CaseValues): CaseFilter | null {
	const country = values.country.trim().toUpperCase();
	const numbers = fansOf(values);
	if (!numbers.every(isFanNumber)) return null;
	if (country !== '' && !/^[A-Z]{2}$/.test(country)) return null;
	if (numbers.length > FANS_MAX) return null;
	if (wrongTimes(values).length > 0) return null;
	const filter: CaseFilter = {
		...(values.artist === '' ? {} : { artist_id: Number(values.artist) }),
		...(country === '' ? {} : { country }),
		...(values.network === '' ? {} : { network: values.network }),
		...(numbers.length === 0 ? {} : { fan_ids: [...new Set(numbers)].map(Number) }),
		...(values.joinedFrom === '' ? {} : { joined_from_local: values.joinedFrom }),
		...(values.joinedTo === '' ? {} : { joined_to_local: values.joinedTo }),
		...(values.castFrom === '' ? {} : { cast_from_local: values.castFrom }),
		...(values.castTo === '' ? {} : { cast_to_local: values.castTo }),
	};
	return Object.keys(filter).length === 0 ? null : filter;
}

const TIMES = ['joinedFrom', 'joinedTo', 'castFrom', 'castTo'] as const;

/** Lists the times that were typed in part, or with an impossible year. */
const wrongTimes = (values: CaseValues) => TIMES.filter((name) => values[name] !== '' && !isLocalTime(values[name]));

export type Missing = (typeof TIMES)[number] | 'votes' | 'fans' | 'statement' | 'incident' | 'hours';

/** Lists the required fields that are still empty. */
export function missingIn(values: CaseValues): Missing[] {
	const { hours } = values;
	return [
		...wrongTimes(values),
		...(fansOf(values).every(isFanNumber) ? [] : (['fans'] as const)),
		...(filterOf(values) === null ? (['votes'] as const) : []),
		...(values.statement.trim() === '' ? (['statement'] as const) : []),
		...(values.reason === 'ERR' && !/^https:\/\/[^\s\\]+$/.test(values.incident.trim()) ? (['incident'] as const) : []),
		...(hours === null || !(hours >= OBJECTION_HOURS_MIN && hours <= OBJECTION_HOURS_MAX) ? (['hours'] as const) : []),
	];
}
