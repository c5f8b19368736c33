/** Rankings and entries, as operators work on them. */
import * as birthdayCalls from '#contract/operator/birthdays.ts';
import * as entryCalls from '#contract/operator/entries.ts';
import * as calls from '#contract/operator/rankings.ts';
import { sendFile, serveOperator, serveOperatorFile, type ConsoleHouse } from '#server/http/console/serve.ts';
import { readUpload } from '#server/http/console/upload.ts';
import { listProposals, makeProposed } from './birthdays.ts';
import { addEntries, commitImport, hideEntry, listEntries, previewImport, removeEntry } from './entries.ts';
import { createRanking, editRanking } from './make.ts';
import * as manage from './rankings.ts';
import { exportResults } from './results.ts';

/** `changeBound`: percent by which a ranking’s price may differ from the site’s without a second operator. */
export function rankingOperatorRoutes(house: ConsoleHouse & { changeBound: number }): void {
	const { db } = house;

	serveOperator(house, calls.listRankings, ({ query }) => manage.listRankings(db, query));
	serveOperator(house, calls.readRanking, async ({ params }) => ({
		ranking: await manage.readRanking(db, params.ranking_key),
	}));
	serveOperator(house, calls.createRanking, ({ operator, body }) => createRanking(house, operator, body));
	serveOperator(house, calls.publishRanking, async ({ operator, params }) => ({
		ranking: await manage.publishRanking(db, operator, params.ranking_key),
	}));
	serveOperator(house, calls.cloneLastMonth, async ({ operator }) => ({
		ranking: await manage.cloneLastMonth(db, operator),
	}));
	serveOperator(house, calls.editRanking, ({ operator, params, body }) =>
		editRanking(house, operator, params.ranking_key, body),
	);
	serveOperator(house, calls.pauseRanking, async ({ operator, params, body }) => ({
		ranking: await manage.pauseRanking(db, operator, params.ranking_key, body.why),
	}));
	serveOperator(house, calls.resumeRanking, async ({ operator, params, body }) => ({
		ranking: await manage.resumeRanking(db, operator, params.ranking_key, body.why),
	}));
	serveOperator(house, calls.certifyRanking, async ({ operator, params, body }) => ({
		ranking: await manage.certifyRanking(db, operator, params.ranking_key, body.why),
	}));

	birthdayRoutes(house);
	entryRoutes(house);
}

function birthdayRoutes(house: ConsoleHouse): void {
	const { db } = house;
	serveOperator(house, birthdayCalls.listBirthdayProposals, async () => ({ proposals: await listProposals(db) }));
	serveOperator(house, birthdayCalls.makeBirthdayRanking, async ({ operator, params }) => ({
		ranking: await makeProposed(db, operator, params.month),
	}));
}

function entryRoutes(house: ConsoleHouse): void {
	const { db } = house;

	serveOperator(house, entryCalls.listEntries, async ({ params }) => ({
		entries: await listEntries(db, params.ranking_key),
	}));
	serveOperator(house, entryCalls.addEntries, async ({ operator, params, body }) => ({
		entries: await addEntries(db, operator, params.ranking_key, body.artist_ids),
	}));
	serveOperator(house, entryCalls.removeEntry, async ({ operator, params }) => ({
		entries: await removeEntry(db, operator, params.ranking_key, params.artist_id),
	}));
	serveOperator(house, entryCalls.hideEntry, async ({ operator, params, body }) => ({
		entries: await hideEntry(db, operator, params.ranking_key, { ...body, artistId: params.artist_id }),
	}));
	serveOperator(house, entryCalls.previewImport, async ({ operator, params, request }) => ({
		preview: await previewImport(db, operator, params.ranking_key, await readUpload(request, entryCalls.previewImport)),
	}));
	serveOperator(house, entryCalls.commitImport, async ({ operator, params }) => ({
		entries: await commitImport(db, operator, params.ranking_key, params.import_id),
	}));
	serveOperatorFile(house, entryCalls.exportResults, async ({ params, query, reply }) =>
		sendFile(reply, await exportResults(db, params.ranking_key, query.format ?? 'csv')),
	);
}
