import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/rankings.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { readSeldom, readSeldomByKey, type LastKnown } from '#server/db/last-known.ts';
import type { Admission } from '#server/http/limits/admission.ts';
import { EVENT_STREAM_HEADERS, openEventStream } from '#server/http/event-stream.ts';
import { sendPrepared } from '#server/http/answers.ts';
import { Problem } from '#server/kernel/problem.ts';
import { serveBytes } from '#server/http/serve.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import { withTitles } from '#server/languages/content.ts';
import type { Boards } from './charts/boards.ts';
import type { Live } from './charts/live.ts';
import { listRankings, readEndedRankings } from './rankings.ts';
import { readAllTime, readHotMusic, readNewMusic } from './charts/derived.ts';

/** Any response may be one second old, except a voter's own read. */
const SHARED = 'public, max-age=0, s-maxage=1';
/** Sums over many rankings may be half a minute old. */
const SPANNING = 'public, max-age=0, s-maxage=30';
/** Minimum time between two computations of such sums, and of the list of ended rankings. */
const SPANNING_AGE_MS = 5_000;
const ENDED_AGE_MS = 1_000;
/** There are fewer: of each type and of all, in each language and as they were written. */
const ENDED_LISTS_MAX = 100;

interface Rankings {
	known: LastKnown;
	boards: Boards;
	live: Live;
	admission: Admission;
	headersOfAll: Record<string, string>;
}

export function rankingRoutes(app: FastifyInstance, { known, boards, live, admission, headersOfAll }: Rankings): void {
	serveBytes(
		app,
		calls.getChart,
		async ({ query, request, reply }) => {
			const { ranking_key: key, after } = query;
			const build = after === undefined ? await boards.read(key) : await boards.readAfter(key, after);
			if (!build) throw new Problem('ranking_not_found');
			return sendPrepared(request, reply, build.prepared, after === undefined ? SHARED : 'no-store');
		},
		// At a deadline most charts lie in memory, and a stadium shares an address. A voter's read costs no build.
		{ isFree: ({ query }) => isPlain(query) && boards.has(query.ranking_key) },
	);

	serveBytes(
		app,
		calls.getLiveChart,
		async ({ query, request, reply }) => {
			// Check before the response begins: an unknown ranking is refused like in any other call.
			const isKnown = live.isHeard(query.ranking_key) || (await boards.read(query.ranking_key)) !== null;
			if (!isKnown) throw new Problem('ranking_not_found');
			// A HEAD request receives the headers only.
			if (request.method === 'HEAD') return reply.headers(EVENT_STREAM_HEADERS).send();
			const place = admission.admitStream(request.ip);
			if (place instanceof Problem) throw place;
			const stream = openEventStream(reply, headersOfAll);
			stream.onEnd(place);
			const lastEventId = String(request.headers['last-event-id'] ?? '') || null;
			const leave = await live.listen(query.ranking_key, stream, lastEventId);
			if (leave) stream.onEnd(leave);
			else stream.end();
			return reply;
		},
		// Streams have a limit of their own.
		{ isFree: ({ query }) => isPlain(query) && live.isHeard(query.ranking_key) },
	);

	serveShared(app, calls.getRankings, { cacheControl: SHARED, known }, ({ query }, reading) =>
		listRankings(reading.db, query),
	);

	const specials = [
		[calls.getAllTimeRanking, readAllTime],
		[calls.getHotMusicRanking, readHotMusic],
		[calls.getNewMusicRanking, readNewMusic],
	] as const;
	for (const [endpoint, readFrom] of specials) {
		// All requests share one sum over all rankings, whatever page they ask for.
		const read = readSeldom(known, readFrom, SPANNING_AGE_MS);
		serveShared(app, endpoint, { cacheControl: SPANNING, known }, async ({ query }, reading) => ({
			artist_list: pageOf(await read(reading), query),
		}));
	}

	// Read whole by language, so that other pages and lengths cost no statement of their own.
	const ended = { ageMs: ENDED_AGE_MS, max: ENDED_LISTS_MAX };
	const readEnded = readSeldomByKey(known, ended, async (db, _, { ranking_type: type, lang }: Lists) =>
		withTitles(db, await readEndedRankings(db, type ?? null), lang),
	);
	serveShared(app, calls.getEndedRankings, { cacheControl: SHARED, known }, async ({ query }, reading) => {
		const list = await readEnded(reading, `${query.ranking_type} ${query.lang}`, query);
		return { list: pageOf(list, query), total: list.length };
	});
}

type Lists = CheckedInputOf<typeof calls.getEndedRankings>['query'];

const pageOf = <Item>(list: readonly Item[], { page, limit }: { page: number; limit: number }): Item[] =>
	list.slice((page - 1) * limit, page * limit);

/** True if the query, which nobody has checked yet, names a ranking, and at most the vote that the chart must include. */
const isPlain = (query: unknown): query is { ranking_key: string } =>
	Object.keys(query as object).every((name) => name === 'ranking_key' || name === 'after');
