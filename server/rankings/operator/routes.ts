/** Routes for operators on rankings and entries. */
import * as entryCalls from '#contract/operator/rankings/entries.ts';
import * as calls from '#contract/operator/rankings/rankings.ts';
import { unlistArtists as unlistCall } from '#contract/operator/lists/bulk.ts';
import type { ConsoleDeps } from '#server/http/console/serve.ts';
import {
	serveChange,
	readUpload,
	sendFile,
	serveCreation,
	serveOperator,
	serveOperatorFile,
} from '#server/http/console/serve.ts';
import { makeProposed, createRanking, editRanking, type PriceBound } from './make.ts';
import * as entries from './entries/entries.ts';
import type { ImportDeps } from './entries/entries.ts';
import * as manage from './rankings.ts';
import { changeIn, expectToCome, findLocked, mayBeUnpublished, presentRanking, statusOf } from './rankings.ts';
import { deleteRanking, ranking, selectHasOpened, selectProposals } from './sql.ts';
import { pauseIn, resumeIn } from '../closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { Problem } from '#server/kernel/problem.ts';
import { updateRow } from '#server/resources/table.ts';

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
	serveChange(deps, calls.editRanking, (tx, { operator, params, body }) =>
		editRanking(tx, deps, operator, params.ranking_key, body),
	);
	serveChange(deps, calls.certifyRanking, (tx, { operator, params, body }) =>
		manage.certifyRanking(tx, deps, operator, { key: params.ranking_key, ...body }),
	);

	serveOperator(deps, calls.listBirthdayProposals, async () => ({ proposals: await selectProposals(db) }));
	serveCreation(
		deps,
		calls.makeBirthdayRanking,
		(tx, { operator, params }) => makeProposed(tx, operator, params.month),
		read,
	);
	stepRoutes(deps);
	entryRoutes(deps);
}

function stepRoutes(deps: ConsoleDeps): void {
	serveChange(deps, calls.pauseRanking, (tx, { operator, params: { ranking_key: key }, body: { why } }) =>
		changeIn(tx, operator, { key, why, action: 'ranking.pause' }, async (row) => {
			if (row.draft || row.paused || statusOf(row) === 'ended') throw new Problem('ranking_state');
			await pauseIn(tx, row.rankingId, why);
		}),
	);
	serveChange(deps, calls.resumeRanking, (tx, { operator, params: { ranking_key: key }, body: { why } }) =>
		changeIn(tx, operator, { key, why, action: 'ranking.resume' }, async ({ paused, rankingId }) => {
			if (!paused) throw new Problem('ranking_state');
			await resumeIn(tx, rankingId);
		}),
	);
	// Shows a draft to fans as the operator saw it. From then on, the clock opens it.
	serveChange(deps, calls.publishRanking, (tx, { operator, params: { ranking_key: key }, body: { version } }) =>
		changeIn(tx, operator, { key, action: 'ranking.publish' }, async (row) => {
			if (!row.draft) throw new Problem('ranking_state');
			if (row.version !== version) throw new Problem('stale_edit');
			if (row.artist_count === 0) throw new Problem('ranking_incomplete');
			await expectToCome(tx, row, row);
			await updateRow(tx, ranking, row.rankingId, { draft: false });
		}),
	);
	// The lock lets no vote in between the check and the change.
	serveChange(deps, calls.unpublishRanking, (tx, { operator, params: { ranking_key: key }, body: { why } }) =>
		changeIn(tx, operator, { key, why, action: 'ranking.unpublish' }, async (row) => {
			if (!mayBeUnpublished(row)) throw new Problem(row.voted ? 'ranking_has_votes' : 'ranking_state');
			await updateRow(tx, ranking, row.rankingId, { draft: true });
		}),
	);
	// The public log of a ranking that has opened stays, and so does the ranking.
	serveChange(deps, calls.deleteRanking, async (tx, { operator, params: { ranking_key: key } }) => {
		const row = await findLocked(tx, key);
		if (!row.draft || (await selectHasOpened(tx, row.rankingId))) throw new Problem('ranking_state');
		// Only now: a case that is being opened holds the row of a ranking with votes, and waits for the lock of findLocked.
		// Waits for whoever is making a card of the ranking. From then on, nobody makes one.
		await sql`select from ranking where ranking_id = ${row.rankingId} for update`.run(tx);
		if (await sql`select from rank_entry_config where ranking_id = ${row.rankingId}`.exists(tx))
			throw new Problem('ranking_in_use');
		await deleteRanking(tx, row.rankingId);
		await record(tx, operator, { action: 'ranking.delete', target: `ranking:${key}`, before: presentRanking(row) });
		return { ranking_key: key };
	});
}

function entryRoutes(deps: ConsoleDeps & ImportDeps): void {
	const { db } = deps;

	serveOperator(deps, entryCalls.listEntries, async ({ params }) => ({
		entries: await entries.listEntries(db, params.ranking_key),
	}));
	serveChange(deps, entryCalls.addEntries, async (tx, { operator, params, body }) => ({
		entries: await entries.addEntries(tx, operator, params.ranking_key, body.artist_ids),
	}));
	serveChange(deps, entryCalls.removeEntry, async (tx, { operator, params }) => ({
		entries: await entries.entriesOf(tx, await entries.removeFrom(tx, operator, params.ranking_key, params.artist_id)),
	}));
	serveOperator(deps, unlistCall, ({ operator, body }) => entries.unlistArtists(db, operator, body));
	serveChange(deps, entryCalls.hideEntry, (tx, { operator, params, body }) =>
		entries.hideEntry(tx, operator, { ...params, ...body }),
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
