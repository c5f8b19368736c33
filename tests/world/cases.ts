/** Votes that somebody holds something against. */
import type { ReplyOf } from '#contract/endpoint.ts';
import { getChart } from '#contract/rankings.ts';
import * as calls from '#contract/operator/votes.ts';
import type { VoteCase } from '#contract/operator/votes.ts';
import type { Database } from '#server/kernel/database.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import type { Contest } from './contests.ts';
import { askAs, type Colleague } from './operators.ts';
import { aKey, type Person } from './people.ts';
import { dataOf, type Answer, type Site } from './site.ts';

/** What a fan's device is answered. */
export async function castVote(
	site: Site,
	fan: Person,
	contest: Contest,
	{ tickets, artist = 0 }: { tickets: number; artist?: number },
): Promise<{ error?: string; data: { artist_tickets: number } }> {
	const body = { artist_id: contest.artistIds[artist], ticket_number: tickets };
	const answer = await site.ask({ path: `/rankings/vote/${contest.key}`, token: fan.token, body });
	return answer.body;
}

export const ofFans = (...fans: Person[]) => ({ fan_ids: fans.map(({ fanId }) => fanId) });

/** As the chart shows them. */
export async function ticketsOf(site: Site, { key, artistIds }: Contest, artist = 0): Promise<number | undefined> {
	const chart = dataOf(getChart, await site.ask({ path: `/rankings/detail?ranking_key=${key}` }));
	return chart.artist_list.find(({ artist_id }) => artist_id === artistIds[artist])?.tickets;
}

type Opening = {
	reason?: VoteCase['reason'];
	filter: VoteCase['filter'];
	incident?: string | null;
	hours?: number;
};

export const aStatement = 'One program cast these votes from a hundred accounts.';

/** Asks for a case; a key of one's own where none is given. */
export function askForCase(
	site: Site,
	by: Colleague,
	rankingKey: string,
	{ reason = 'BOT', filter, incident = null, hours = 24 }: Opening,
	key = aKey(),
): Promise<Answer> {
	const body = {
		...{ ranking_key: rankingKey, reason, filter, objection_hours: hours },
		...{ statement: aStatement, incident_url: incident },
	};
	return askAs(site, by, calls.openCase, { body }, { 'idempotency-key': key });
}

/** A case that has been opened. */
export async function aCase(site: Site, by: Colleague, rankingKey: string, opening: Opening): Promise<VoteCase> {
	const answer = await askForCase(site, by, rankingKey, opening);
	if (answer.status !== 200) throw new Error(`openCase answered ${answer.status}: ${answer.text}`);
	return dataOf(calls.openCase, answer).case;
}

/** As if objections to it had been heard long enough. */
export async function hearObjections(owner: Database, caseId: number): Promise<void> {
	await owner.query({
		text: 'update vote_case set objections_until = opened_at where case_id = $1',
		values: [caseId],
	});
}

type Decided = ReplyOf<typeof calls.voidCase>;

export function askToVoid(site: Site, by: Colleague, caseId: number, key = aKey()): Promise<Answer> {
	const input = { params: { case_id: caseId }, body: { why: 'no objection came' } };
	return askAs(site, by, calls.voidCase, input, { 'idempotency-key': key });
}

export function askToRestore(
	site: Site,
	by: Colleague,
	caseId: number,
	fan: Person | null,
	key = aKey(),
): Promise<Answer> {
	const input = { params: { case_id: caseId }, body: { fan_id: fan?.fanId ?? null, why: 'it was a school' } };
	return askAs(site, by, calls.restoreCase, input, { 'idempotency-key': key });
}

/** Decides it and carries it out. */
export async function voidCase(site: Site, by: Colleague, caseId: number): Promise<Decided> {
	await hearObjections(site.owner, caseId);
	const answer = await askToVoid(site, by, caseId);
	if (answer.status !== 200) throw new Error(`voidCase answered ${answer.status}: ${answer.text}`);
	await workOnCases(site.db);
	return dataOf(calls.voidCase, answer);
}

export async function restoreCase(site: Site, by: Colleague, caseId: number, fan: Person | null = null) {
	const answer = await askToRestore(site, by, caseId, fan);
	if (answer.status !== 200) throw new Error(`restoreCase answered ${answer.status}: ${answer.text}`);
	await workOnCases(site.db);
	return dataOf(calls.restoreCase, answer);
}
