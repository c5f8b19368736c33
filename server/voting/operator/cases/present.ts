/** Converts a case to the form that operators see. */
import type { CaseVote, VoteCase } from '#contract/operator/voting/cases.ts';
import { stateOf } from './rules.ts';
import type { CaseRow, CaseVoteRow } from './sql.ts';

export function presentCase(row: CaseRow): VoteCase {
	return {
		case_id: row.caseId,
		ranking_key: row.rankingKey,
		ranking_title: row.rankingTitle,
		reason: row.reason,
		statement: row.statement,
		incident_url: row.incidentUrl,
		filter: row.filter,
		artist: row.artist,
		votes: row.votes,
		tickets: row.tickets,
		opened_by: { operator_id: row.openedBy, email: row.openedByEmail },
		opened_time: row.opened,
		objections_until_time: Math.floor(row.objectionsUntil / 1000),
		state: stateOf(row),
		voided_votes: row.voidedVotes,
		voided_tickets: row.voidedTickets,
		restored_votes: row.restoredVotes,
		restored_tickets: row.restoredTickets,
		certified: row.certified,
	};
}

export function presentVote(row: CaseVoteRow): CaseVote {
	return {
		fan_id: row.fanId,
		name: row.name,
		country: row.country,
		artist_id: row.artistId,
		en_name: row.enName,
		tickets: row.tickets,
		cost_earned: row.costEarned,
		cost_purchased: row.costPurchased,
		cast_time: row.cast,
		voided_time: row.voided,
		returned: row.returned,
		restored_time: row.restored,
		retaken: row.retaken,
	};
}
