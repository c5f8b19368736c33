/** Votes, as operators watch over them. */
import * as calls from '#contract/operator/votes.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import { maskName, recordRead } from '#server/audit-trail/personal-data.ts';
import * as cases from './cases/cases.ts';
import { decideVotes } from './cases/decide.ts';
import { readConcentration } from './concentration/concentration.ts';

export interface VotesHouse extends ConsoleHouse {
	/** Tickets of a day that one operator voids and restores alone. */
	voidBound: number;
}

export function voteOperatorRoutes(house: VotesHouse): void {
	const { db, voidBound } = house;

	serveOperator(house, calls.readConcentration, ({ params, query }) =>
		readConcentration(db, params.ranking_key, query.artist_id ?? null),
	);
	serveOperator(house, calls.listCases, ({ query }) => cases.listCases(db, query));
	serveOperator(house, calls.readCase, async ({ params }) => ({ case: await cases.readCase(db, params.case_id) }));
	serveOperator(house, calls.listCaseVotes, async ({ operator, params, query }) => {
		const page = await cases.listCaseVotes(db, params.case_id, query);
		const fanIds = page.list.map(({ fan_id: fanId }) => fanId);
		await recordRead(db, operator, { action: 'case.read_votes', target: `case:${params.case_id}`, fanIds });
		if (operator.readsPersonalData) return page;
		return { ...page, list: page.list.map((vote) => ({ ...vote, name: maskName(vote.name) })) };
	});
	serveOperator(house, calls.previewCase, ({ params, body }) => cases.previewCase(db, params.ranking_key, body.filter));
	serveOperator(house, calls.openCase, ({ operator, body, idempotencyKey }) =>
		cases.openCase(db, operator, { ...body, idempotencyKey }),
	);
	serveOperator(house, calls.dropCase, async ({ operator, params, body }) => ({
		case: await cases.dropCase(db, operator, params.case_id, body.why),
	}));
	serveOperator(house, calls.voidCase, ({ operator, params, body, idempotencyKey }) => {
		const asked = { caseId: params.case_id, fanId: null, deed: 'void' as const, why: body.why };
		return decideVotes(db, operator, { ...asked, idempotencyKey }, voidBound);
	});
	serveOperator(house, calls.restoreCase, ({ operator, params, body, idempotencyKey }) => {
		const asked = { caseId: params.case_id, fanId: body.fan_id, deed: 'restore' as const, why: body.why };
		return decideVotes(db, operator, { ...asked, idempotencyKey }, voidBound);
	});
}
