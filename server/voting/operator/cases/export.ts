/** Votes of a case as a CSV file, for operators who may read personal data. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { CaseVote } from '#contract/operator/voting/cases.ts';
import type { exportCaseVotes as call } from '#contract/operator/lists/exports.ts';
import { csvTime, exportList } from '#server/audit-trail/exports.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { listCaseVotes } from './cases.ts';

const cells = {
	fan: (vote: CaseVote) => vote.fan_id,
	name: (vote: CaseVote) => vote.name,
	country: (vote: CaseVote) => vote.country,
	artist: (vote: CaseVote) => vote.en_name,
	tickets: (vote: CaseVote) => vote.tickets,
	cost: (vote: CaseVote) => vote.cost_earned + vote.cost_purchased,
	cast: (vote: CaseVote) => csvTime(vote.cast_time),
	state: (vote: CaseVote) =>
		vote.restored_time !== null ? 'restored' : vote.voided_time !== null ? 'voided' : 'counts',
};

export function caseVotesAsCsv(
	db: Database,
	actor: Actor,
	caseId: number,
	{ columns, ...filter }: CheckedInputOf<typeof call>['body'],
) {
	return exportList(db, actor, {
		actions: ['case.export_votes', 'case.exported_votes'],
		target: `case:${caseId}`,
		filter,
		columns,
		cells,
		readPage: (page) => listCaseVotes(db, caseId, { ...filter, ...page }),
	});
}
