/** The form that opens a case, and the votes that it chooses, from the contract. */
import * as z from 'zod/mini';
import type { InputOf } from '#contract/endpoint.ts';
import { caseFields, type CaseFilter, caseFilter, openCase } from '#contract/operator/voting/cases.ts';
import { OBJECTION_HOURS_MIN } from '#contract/voting.ts';
import { formOf } from '../../../lib/form/contract-form.ts';

export const asked = { edit: { ...openCase, body: z.object(caseFields) } };
const form = formOf(asked);

export type CaseValues = ReturnType<typeof valuesOf>;

/** Empty fields filter nothing. Fans are numbers, separated by spaces, commas, semicolons or lines. */
export const valuesOf = ({ fan_ids: fans = [], ...filter }: CaseFilter) => ({
	...form.valuesOf({ reason: 'BOT', objection_hours: OBJECTION_HOURS_MIN, ...filter }),
	fan_ids: fans.join(' '),
});

/** A fan's number as the console writes it: without a sign, marks or leading zeros. */
export const isFanNumber = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));

/** What is wrong in it is told by the call's own shape. */
export function bodyOf(
	{ fan_ids: listed, ...values }: CaseValues,
	rankingKey: string,
): InputOf<typeof openCase>['body'] {
	const numbers = listed.split(/[\s,;]+/).filter((number) => number !== '');
	const fans = numbers.every(isFanNumber) ? [...new Set(numbers.map(Number))] : listed;
	const sent = Object.entries(form.bodyOf({ ...values, fan_ids: numbers.length === 0 ? '' : fans }));
	const [filter, more] = [true, false].map((ofVotes) => sent.filter(([name]) => name in caseFilter.shape === ofVotes));
	return {
		...(Object.fromEntries(more ?? []) as Omit<InputOf<typeof openCase>['body'], 'filter'>),
		ranking_key: rankingKey,
		filter: Object.fromEntries(filter ?? []),
	};
}

/** Null if nothing is chosen, or something that is not right. */
export const filterIn = ({ filter }: ReturnType<typeof bodyOf>): CaseFilter | null =>
	z.safeParse(caseFilter, filter).success ? (JSON.parse(JSON.stringify(filter)) as CaseFilter) : null;
