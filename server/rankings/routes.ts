/** Charts and lists of charts. */
import type { FastifyInstance } from 'fastify';
import {
	getAllTimeRanking,
	getChart,
	getEndedRankings,
	getHotMusicRanking,
	getLiveChart,
	getNewMusicRanking,
	getRankings,
	rankingType,
} from '#contract/rankings.ts';
import { API_BASE } from '#contract/values/constants.ts';
import { readSeldom, type LastKnown } from '#server/db/last-known.ts';
import type { Admission } from '#server/http/limits/admission.ts';
import { EVENT_STREAM_HEADERS, openEventStream, openQuickEventStream } from '#server/http/event-stream.ts';
import type { OpenStream } from '#server/http/fast-path/connection.ts';
import { sendPrepared } from '#server/http/send-prepared.ts';
import type { PreparedAt } from '#server/http/fast-path/read.ts';
import { Problem } from '#server/kernel/problem.ts';
import { quickRefusals } from '#server/http/fast-path/fan-call.ts';
import { serveBytes } from '#server/http/serve.ts';
import { serveShared } from '#server/http/serve-shared.ts';
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

/** Prefix of a chart's address. The rest has to be exactly a ranking key; otherwise no board matches. */
const CHART = `${API_BASE}${getChart.path}?ranking_key=`;

/** Returns prepared charts by their address. At a deadline, they serve nine of ten requests. */
export function chartReady(boards: Boards): (path: string) => PreparedAt | null {
	return (path) => {
		const prepared = path.startsWith(CHART) ? boards.ready(path.slice(CHART.length)) : null;
		return prepared && { prepared, cacheControl: SHARED };
	};
}

const LIVE_CHART = `${API_BASE}${getLiveChart.path}?ranking_key=`;

/** Returns charts that already have listeners, by their stream's address. */
export function liveReady(live: Live, admission: Admission, headersOfAll: Record<string, string>): OpenStream {
	const refuse = quickRefusals(headersOfAll);
	return ({ path, headers, peer }) => {
		const lastEventId = headers['last-event-id'] ?? null;
		const join = path.startsWith(LIVE_CHART) ? live.join(path.slice(LIVE_CHART.length), lastEventId) : null;
		if (!join) return null;
		const place = admission.admitStream(admission.addressOf(peer, headers['x-forwarded-for']));
		if (place instanceof Problem) return refuse(place);
		return (socket) => {
			const stream = openQuickEventStream(socket, headersOfAll);
			stream.onEnd(place);
			stream.onEnd(join(stream));
		};
	};
}

interface Rankings {
	known: LastKnown;
	boards: Boards;
	live: Live;
	admission: Admission;
	headersOfAll: Record<string, string>;
}

export function rankingRoutes(app: FastifyInstance, { known, boards, live, admission, headersOfAll }: Rankings): void {
	serveBytes(app, getChart, async ({ query, request, reply }) => {
		const { ranking_key: key, after } = query;
		const build = after === undefined ? await boards.read(key) : await boards.readAfter(key, after);
		if (!build) throw new Problem('ranking_not_found');
		return sendPrepared(request, reply, build.prepared, after === undefined ? SHARED : 'no-store');
	});

	serveBytes(app, getLiveChart, async ({ query, request, reply }) => {
		// Check before the response begins: an unknown ranking is refused like in any other call.
		if (!(await boards.read(query.ranking_key))) throw new Problem('ranking_not_found');
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
	});

	serveShared(app, getRankings, { cacheControl: SHARED, known }, ({ query }, reading) =>
		listRankings(reading.db, query),
	);

	const specials = [
		[getAllTimeRanking, readAllTime],
		[getHotMusicRanking, readHotMusic],
		[getNewMusicRanking, readNewMusic],
	] as const;
	for (const [endpoint, readFrom] of specials) {
		// All requests share one sum over all rankings, whatever page they ask for.
		const read = readSeldom(known, readFrom, SPANNING_AGE_MS);
		serveShared(app, endpoint, { cacheControl: SPANNING, known }, async ({ query }, reading) => ({
			artist_list: pageOf(await read(reading), query),
		}));
	}

	const ended = new Map(
		[null, ...rankingType.options].map((type) => [
			type,
			readSeldom(known, (db) => readEndedRankings(db, type), ENDED_AGE_MS),
		]),
	);
	serveShared(app, getEndedRankings, { cacheControl: SHARED, known }, async ({ query }, reading) => {
		const list = (await ended.get(query.ranking_type ?? null)?.(reading)) ?? [];
		return { list: pageOf(list, query), total: list.length };
	});
}

function pageOf<Item>(list: readonly Item[], { page, limit }: { page: number; limit: number }): Item[] {
	return list.slice((page - 1) * limit, page * limit);
}
