/** The race of a chart, and how its ranks moved today. Everybody gets the same, at most a minute old. */
import type { FastifyInstance } from 'fastify';
import { getMovement, getRace } from '#contract/race.ts';
import { readSeldom, type LastKnown, type Reading } from '#server/db/last-known.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import type { Db } from '#server/kernel/database.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import type { Boards, Build } from '../charts/boards.ts';
import { linesFor, movementOf, raceOf, stepOf, selectHours, selectMidnight } from './race.ts';

const CACHED = 'public, max-age=60, s-maxage=60';
const AGE_MS = 60_000;
/** Rankings whose races are kept in memory. The one that was asked for first goes first. */
const KEPT_MAX = 50;

interface RaceDeps {
	known: LastKnown;
	boards: Boards;
}

export function raceRoutes(app: FastifyInstance, { known, boards }: RaceDeps): void {
	const readRace = readByKey({ known, boards }, async (db, { chart, ranking }) => {
		const { start_time: start, end_time: end } = chart.ranking_config;
		return raceOf(chart, await selectHours(db, ranking.rankingId, stepOf(start, end)));
	});
	const readMovement = readByKey({ known, boards }, async (db, { chart, ranking }) =>
		movementOf(chart, await selectMidnight(db, ranking.rankingId)),
	);

	serveShared(app, getRace, { cacheControl: CACHED, known }, async ({ query }, reading) =>
		linesFor(await readRace(query.ranking_key, reading), query.artist_id),
	);
	serveShared(app, getMovement, { cacheControl: CACHED, known }, ({ query }, reading) =>
		readMovement(query.ranking_key, reading),
	);
}

/** Reads one value per ranking, at most once a minute. @throws {Problem} ranking_not_found */
function readByKey<Value>({ known, boards }: RaceDeps, read: (db: Db, build: Build) => Promise<Value>) {
	const kept = new Map<string, (reading: Reading) => Promise<Value>>();
	return async (rankingKey: string, reading: Reading): Promise<Value> => {
		// Made-up keys are refused before they take a place.
		const build = orRefuse(await boards.read(rankingKey), 'ranking_not_found');
		const readOne =
			kept.get(rankingKey) ??
			readSeldom(
				known,
				async (db) => {
					return read(db, (await boards.read(rankingKey)) ?? build);
				},
				AGE_MS,
			);
		kept.set(rankingKey, readOne);
		if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? rankingKey);
		return readOne(reading);
	};
}
