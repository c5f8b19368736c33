/** Operators look for votes that do not come from people, hear objections, and void or restore them. */
import {
	restoreCase,
	voidCase,
	dropCase,
	listCaseVotes,
	openCase,
	readCase,
	type CaseFilter,
} from '#contract/operator/voting/cases.ts';
import { readConcentration } from '#contract/operator/voting/concentration.ts';
import type { CaseReason } from '#contract/voting.ts';
import { runJobs, until } from '../stage/jobs.ts';
import type { Stage } from '../stage/stage.ts';
import { MONTHLY } from '../world.ts';
import type { Desk } from './desk.ts';

/** The busiest networks of the month, or of one of its artists, that several accounts share and no case holds. */
export async function findNetworks(desk: Desk, { owner }: Stage, artistId: number | null): Promise<string[]> {
	await runJobs(owner, ['count_votes']);
	const query = artistId === null ? {} : { artist_id: String(artistId) };
	const input = { params: { ranking_key: MONTHLY }, query };
	const { network } = await desk.ask('editor', readConcentration, input);
	return network
		.filter(({ accounts, case_ids: cases }) => (accounts ?? 0) > 1 && cases.length === 0)
		.map(({ value }) => value);
}

export async function openCaseOn(desk: Desk, reason: keyof typeof STATEMENTS, filter: CaseFilter): Promise<number> {
	const body = {
		ranking_key: MONTHLY,
		reason,
		statement: STATEMENTS[reason],
		incident_url: null,
		filter,
		objection_hours: 24,
	};
	const { case: opened } = await desk.ask('editor', openCase, { body });
	return opened.case_id;
}

const STATEMENTS = {
	BOT: 'One program cast these votes from several accounts.',
	FARM: 'One person cast these votes from several accounts.',
	CHRG: 'The payment for these votes was taken back by the bank.',
} satisfies Partial<Record<CaseReason, string>>;

/** Voids the votes of a case. A large case needs a second operator. */
export async function carryOut(desk: Desk, { owner }: Stage, caseId: number): Promise<void> {
	const input = { params: { case_id: caseId }, body: { why: 'no objection came' } };
	await desk.ask('finance', voidCase, input);
	await runJobs(owner, ['work_on_cases']);
	await until('the votes of a case are not voided', async () => {
		const { case: now } = await desk.ask('finance', readCase, { params: { case_id: caseId } });
		return now.state === 'voided';
	});
}

/** A school shares an address: the objection was right. */
export async function drop(desk: Desk, caseId: number): Promise<void> {
	await desk.ask('editor', dropCase, { params: { case_id: caseId }, body: { why: 'it is a school' } });
}

/** One of them was a person after all, who objected late. */
export async function restoreOne(desk: Desk, { owner }: Stage, caseId: number, name: string): Promise<void> {
	const [fan] = await owner.query<{ id: string }>({
		text: 'select fan_id::text as id from fan where name = $1',
		values: [name],
	});
	const page = { params: { case_id: caseId }, query: { fan_id: fan?.id, limit: '1' } };
	const { list } = await desk.ask('finance', listCaseVotes, page);
	const body = { fan_id: list[0]?.fan_id ?? null, why: 'they have shown that they are a person' };
	await desk.ask('finance', restoreCase, { params: { case_id: caseId }, body });
	await runJobs(owner, ['work_on_cases']);
}
