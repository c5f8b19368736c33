/** The race of a chart, and how its ranks moved today. Everybody gets the same, at most a minute old. */
import type { FastifyInstance } from 'fastify';
import { getMovement, getRace } from '#contract/race.ts';
import { readSeldomByKey, type LastKnown } from '#server/db/last-known.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import type { Boards, Build } from '../charts/boards.ts';
import { linesFor, movementOf, raceOf, stepOf, selectHours, selectMidnight } from './race.ts';

const CACHED = 'public, max-age=60, s-maxage=60';
const AGE_MS = 60_000;
/** Rankings whose races are kept in memory. The one that was read longest ago goes first. */
const KEPT_MAX = 50;

export function raceRoutes(app: FastifyInstance, { known, boards }: { known: LastKnown; boards: Boards }): void {
	const kept = { ageMs: AGE_MS, max: KEPT_MAX };
	const readRace = readSeldomByKey(known, kept, async (db, _, { chart, ranking }: Build) => {
		const { start_time: start, end_time: end } = chart.ranking_config;
		return raceOf(chart, await selectHours(db, ranking.rankingId, stepOf(start, end)));
	});
	const readMovement = readSeldomByKey(known, kept, async (db, _, { chart, ranking }: Build) =>
		movementOf(chart, await selectMidnight(db, ranking.rankingId)),
	);
	// Made-up keys are refused before they take a place.
	const buildOf = async (key: string) => orRefuse(await boards.read(key), 'ranking_not_found');

	serveShared(app, getRace, { cacheControl: CACHED, known }, async ({ query }, reading) => {
		const { ranking_key: key, artist_id: artistId } = query;
		return linesFor(await readRace(reading, key, await buildOf(key)), artistId);
	});
	serveShared(app, getMovement, { cacheControl: CACHED, known }, async ({ query: { ranking_key: key } }, reading) =>
		readMovement(reading, key, await buildOf(key)),
	);
}
