/** Routes for operators on rankings and entries. */
import * as entryCalls from '#contract/operator/rankings/entries.ts';
import * as calls from '#contract/operator/rankings/rankings.ts';
import { unlistArtists as unlistCall } from '#contract/operator/lists/bulk.ts';
import type { ConsoleDeps } from '#server/http/console/serve.ts';
import { readUpload, sendFile, serveCreation, serveOperator, serveOperatorFile } from '#server/http/console/serve.ts';
import { makeProposed, createRanking, editRanking, type PriceBound } from './make.ts';
import * as entries from './entries/entries.ts';
import type { ImportDeps } from './entries/entries.ts';
import * as manage from './rankings.ts';
import { selectProposals } from './sql.ts';

export function rankingOperatorRoutes(deps: ConsoleDeps & PriceBound & ImportDeps & manage.CardRemoval): void {
	const { db } = deps;
	const read = async ({ key }: { key: string }) => ({ ranking: await manage.readRanking(db, key) });

	serveOperator(deps, calls.listRankings, ({ query }) => manage.listRankings(db, query));
	serveOperator(deps, calls.readRanking, ({ params }) => read({ key: params.ranking_key }));
	serveCreation(
		deps,
		calls.createRanking,
		(tx, { operator, body }) => createRanking(tx, operator, body, deps),
		async ({ key, approvalId }) => ({
			ranking: approvalId === null ? await manage.readRanking(db, key) : null,
			approval_id: approvalId,
		}),
	);
	serveCreation(deps, calls.cloneLastMonth, (tx, { operator }) => manage.cloneLastMonth(tx, operator), read);
	serveOperator(deps, calls.editRanking, ({ operator, params, body }) =>
		editRanking(deps, operator, params.ranking_key, body),
	);
	serveOperator(deps, calls.pauseRanking, async ({ operator, params, body }) => ({
		ranking: await manage.pauseRanking(db, operator, params.ranking_key, body.why),
	}));
	serveOperator(deps, calls.resumeRanking, async ({ operator, params, body }) => ({
		ranking: await manage.resumeRanking(db, operator, params.ranking_key, body.why),
	}));
	serveOperator(deps, calls.certifyRanking, ({ operator, params, body }) =>
		manage.certifyRanking(deps, operator, { key: params.ranking_key, ...body }),
	);

	serveOperator(deps, calls.listBirthdayProposals, async () => ({ proposals: await selectProposals(db) }));
	serveCreation(
		deps,
		calls.makeBirthdayRanking,
		(tx, { operator, params }) => makeProposed(tx, operator, params.month),
		read,
	);
	publishingRoutes(deps);
	entryRoutes(deps);
}

function publishingRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.publishRanking, async ({ operator, params, body }) => ({
		ranking: await manage.publishRanking(db, operator, params.ranking_key, body.version),
	}));
	serveOperator(deps, calls.unpublishRanking, async ({ operator, params, body }) => ({
		ranking: await manage.unpublishRanking(db, operator, params.ranking_key, body.why),
	}));
	serveOperator(deps, calls.deleteRanking, ({ operator, params }) =>
		manage.deleteRanking(db, operator, params.ranking_key),
	);
}

function entryRoutes(deps: ConsoleDeps & ImportDeps): void {
	const { db } = deps;

	serveOperator(deps, entryCalls.listEntries, async ({ params }) => ({
		entries: await entries.listEntries(db, params.ranking_key),
	}));
	serveOperator(deps, entryCalls.addEntries, async ({ operator, params, body }) => ({
		entries: await entries.addEntries(db, operator, params.ranking_key, body.artist_ids),
	}));
	serveOperator(deps, entryCalls.removeEntry, async ({ operator, params }) => ({
		entries: await entries.removeEntry(db, operator, params.ranking_key, params.artist_id),
	}));
	serveOperator(deps, unlistCall, ({ operator, body }) => entries.unlistArtists(db, operator, body));
	serveOperator(deps, entryCalls.hideEntry, ({ operator, params, body }) =>
		entries.hideEntry(db, operator, { ...params, ...body }),
	);
	serveOperator(deps, entryCalls.previewImport, async ({ operator, params, request }) => ({
		preview: await entries.previewImport(
			db,
			operator,
			params.ranking_key,
			await readUpload(request, entryCalls.previewImport),
		),
	}));
	serveCreation(
		deps,
		entryCalls.commitImport,
		(tx, { operator, params }) => entries.commitImport(tx, deps, operator, params),
		async ({ ranking_key: key }) => ({ entries: await entries.listEntries(db, key) }),
	);
	serveOperatorFile(deps, entryCalls.exportResults, async ({ params, query, reply }) => {
		return sendFile(reply, await manage.exportResults(db, params.ranking_key, query.format ?? 'csv'));
	});
}
