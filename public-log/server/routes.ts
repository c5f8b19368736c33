/**
 * The public addresses of the logs, by C2SP tlog-tiles: `/log/<ranking>/checkpoint`, `/log/<ranking>/tile/…`, and the key
 * that signs; the same below `/anchor/`. Full tiles come from the store; partial ones and the checkpoint are one row of the database. A tile is never
 * sent wider than the last checkpoint reaches.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getVoteProof } from '#contract/my-account.ts';
import { getVoteLogs, type VoteLog } from '#contract/voting.ts';
import { rankingKey } from '#contract/values/shapes.ts';
import { formatVerifierKey, makeVerifierKey } from '#public-log/format/note.ts';
import { parseTilePath, TILE_WIDTH } from '#public-log/format/tiles.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import { readSeldom, type LastKnown } from '#server/db/last-known.ts';
import { sendProblem } from '#server/http/answers.ts';
import { serveFan } from '#server/http/serve.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import { batcher } from '#server/kernel/cache.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { type Db, epochSeconds, raw, sql } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { LogDeps } from './publisher.ts';
import { readVoteProof } from './fans/vote-proof.ts';
import { readServedAnchor } from './witnesses/witnessing.ts';
import { selectAnchor } from './anchor/sql.ts';
import { readEndedLog, readEndedKey } from './generations/ended-logs.ts';
import { pathOf, type LogReader } from './store.ts';
import { selectLogs, type LogState, type RankingLogState } from './sql.ts';
import { readTile } from './tiles.ts';
import { getTransparencyNumbers } from '#contract/transparency.ts';
import { readNumbers, type NumbersDeps } from './anchor/numbers.ts';
import { listVoteLogs as listCall } from '#contract/operator/voting/vote-logs.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { listVoteLogs } from './operators.ts';
import { FILE } from '#server/kernel/prepared.ts';
import { selectRestores, selectRevocations } from './generations/sql.ts';
import type { LogKeys } from './keys.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const PARTIAL = 'public, max-age=86400, immutable';
const LIVE = 'public, max-age=1';
const OVERVIEW_AGE_MS = 2_000;

interface LogParams {
	/** Not in the anchor's paths. */
	ranking_key?: string;
}

export interface LogRouteDeps extends LogDeps {
	findCaller: FindCaller;
	known: LastKnown;
	policy: WitnessPolicy | null;
	generation: number;
	/** Of logs that have ended with an earlier generation. */
	openEnded: (generation: number) => LogReader;
}

export function voteLogRoutes(
	app: FastifyInstance,
	{ findCaller, known, policy, generation, openEnded, ...deps }: LogRouteDeps,
): void {
	const { db, prefix, anchor } = deps;
	serveFan(app, findCaller, getVoteProof, ({ caller, params }) =>
		readVoteProof({ ...deps, policy }, caller, params.tag),
	);

	// Sums over all rankings: read once for all who ask within a few seconds.
	const overview = readSeldom(known, (from) => readLogOverview(from, deps), OVERVIEW_AGE_MS);
	serveShared(app, getVoteLogs, { cacheControl: LIVE, known }, (_, reading) => overview(reading));

	const lookUp = logsFrom(db);
	const lookUpAnchor = batcher(async (asked: readonly string[]) => {
		const state = await readServedAnchor(db);
		return asked.map(() => state);
	});
	openToAnyPage(app);
	const path = pathOf(generation);
	serveLog(app, `${path}/log/:ranking_key`, deps, async ({ ranking_key: key }) => {
		const name = rankingKey.safeParse(key).data;
		const state = name === undefined ? null : await lookUp(name);
		return state && { origin: `${prefix}/${state.name}`, state };
	});
	serveLog(app, `${path}/anchor`, deps, async () => ({ origin: anchor, state: await lookUpAnchor('anchor') }));
	const stores = Array.from({ length: generation - 1 }, (_, before) => openEnded(before + 1));
	for (const before of stores.keys()) serveEnded(app, before + 1, stores.slice(before), deps);
	app.get('/receipts/vkey', (_request, reply) =>
		sendOpen(reply, 'text/plain; charset=utf-8', LIVE, `${formatVerifierKey(deps.keys.receipts.key)}\n`),
	);
}

/**
 * Whoever asks without a break takes one connection of the database at most: the pages of fans have the others. So the files,
 * of which a recount reads thousands, need no limit.
 */
function logsFrom(db: Db): (rankingKey: string) => Promise<RankingLogState | null> {
	return batcher(async (names: readonly string[]) => {
		const byKey = new Map((await selectLogs(db, [...new Set(names)])).map((log) => [log.name, log]));
		return names.map((name) => byKey.get(name) ?? null);
	});
}

/** A log that has ended keeps its addresses. @param stores of this generation and of those after it */
function serveEnded(
	app: FastifyInstance,
	generation: number,
	stores: readonly LogReader[],
	{ db, keys, prefix, anchor, store: today }: LogDeps,
): void {
	const [path, host, store = today] = [pathOf(generation), prefix.split('/')[0], stores[0]];
	// They never change, and reading one takes hundreds of tiles.
	const ended = new Map<string, LogState>();
	const find = async (name: string, place: string, publicKey: Buffer | null | undefined) => {
		const state = ended.get(name) ?? (await readEndedLog(store, name));
		if (!state) return null;
		// The key is that of the log which goes on, unless it was revoked.
		state.publicKey ??= (await readEndedKey(stores, name)) ?? publicKey ?? null;
		ended.set(name, state);
		return { origin: `${host}${path}/${place}`, state };
	};
	serveLog(app, `${path}/log/:ranking_key`, { store, keys }, async ({ ranking_key: key }) => {
		const name = rankingKey.safeParse(key).data;
		if (name === undefined) return null;
		return find(name, `log/${name}`, (await selectLogs(db, [name]))[0]?.publicKey);
	});
	serveLog(app, `${path}/anchor`, { store, keys }, async () => {
		const { name, publicKey } = await selectAnchor(db);
		return find(name, anchor.slice(anchor.lastIndexOf('/') + 1), publicKey);
	});
}

const OF_LOGS = /^(?:\/[\w-]+)?\/(?:log|anchor|receipts)\//;

/** Anybody's page may read the logs and check them: each answer, so that a page can also read when it is refused, and why. */
function openToAnyPage(app: FastifyInstance): void {
	app.addHook('onSend', (request, reply, payload, done) => {
		if (OF_LOGS.test(request.url))
			void reply.headers({
				'access-control-allow-origin': '*',
				'access-control-expose-headers': 'retry-after',
				'cross-origin-resource-policy': 'cross-origin',
			});
		done(null, payload);
	});
	app.addHook('onRequest', (request, reply, done) => {
		if (request.method !== 'OPTIONS' || !OF_LOGS.test(request.url)) {
			done();
			return;
		}
		void reply
			.status(204)
			.headers({
				'access-control-allow-methods': 'GET, HEAD',
				'access-control-allow-headers': '*',
				'access-control-max-age': '86400',
			})
			.send();
	});
}

function serveLog(
	app: FastifyInstance,
	path: string,
	{ store, keys }: Pick<LogDeps, 'store' | 'keys'>,
	find: (params: LogParams) => Promise<{ origin: string; state: LogState } | null>,
): void {
	app.get<{ Params: LogParams }>(`${path}/checkpoint`, FILE, async ({ params }, reply) => {
		const log = await find(params);
		if (!log?.state.checkpoint) return sendProblem(reply, new Problem('not_found'));
		return sendOpen(reply, 'text/plain; charset=utf-8', LIVE, log.state.checkpoint);
	});

	app.get<{ Params: LogParams }>(`${path}/vkey`, FILE, async ({ params }, reply) => {
		const log = await find(params);
		if (!log) return sendProblem(reply, new Problem('not_found'));
		const { origin, state } = log;
		// A key that has signed is shown even where the site has lost it.
		const key = state.publicKey ? makeVerifierKey(origin, state.publicKey) : keys.signer(origin, null).key;
		return sendOpen(reply, 'text/plain; charset=utf-8', LIVE, `${formatVerifierKey(key)}\n`);
	});

	app.get<{ Params: LogParams & { '*': string } }>(`${path}/tile/*`, FILE, async ({ params }, reply) => {
		const name = parseTilePath(`tile/${params['*']}`);
		if (!name) return sendProblem(reply, new Problem('not_found'));
		const log = await find(params);
		const bytes = log && (await readTile(store, log.state, name));
		if (!bytes) return sendProblem(reply, new Problem('not_found'));
		return sendOpen(reply, 'application/octet-stream', name.width === TILE_WIDTH ? IMMUTABLE : PARTIAL, bytes);
	});
}

function sendOpen(reply: FastifyReply, type: string, cacheControl: string, body: Uint8Array | string) {
	void reply.header('cache-control', cacheControl);
	return reply.type(type).send(typeof body === 'string' ? body : Buffer.from(body));
}

/** The anchor's numbers change once a minute at most. */
const SHARED = 'public, max-age=0, s-maxage=30';

/** The anchor's numbers for the transparency page. The anchor itself is served beside the other logs. */
export function anchorRoutes(app: FastifyInstance, { known, ...deps }: NumbersDeps & { known: LastKnown }): void {
	serveShared(app, getTransparencyNumbers, { cacheControl: SHARED, known }, (_, { db }) => readNumbers(db, deps));
}

export function voteLogOperatorRoutes(deps: ConsoleDeps & { publicUrl: string }): void {
	serveOperator(deps, listCall, ({ query }) => listVoteLogs(deps.db, deps.publicUrl, query));
}

const LOGS_MAX = 100;

/** `prefix` stands before the names of all logs: the site's address without scheme. */
export const readLogOverview = async (db: Db, { keys, prefix }: { keys: Pick<LogKeys, 'signer'>; prefix: string }) => ({
	logs: (await selectLogOverview(db)).map(({ publicKey, ...row }) => {
		const log = `${prefix}/${row.ranking_key}`;
		return { ...row, log, vkey: formatVerifierKey(keys.signer(log, publicKey).key) };
	}),
	restores: await selectRestores(db),
	revocations: await selectRevocations(db),
});

type LogRow = Omit<VoteLog, 'log' | 'vkey'> & { publicKey: Buffer | null };

/** Void and restore of a case work in batches: what is done so far counts. */
const VOIDED =
	raw(`select coalesce(json_agg(json_build_object('reason', reason, 'tickets', tickets) order by reason), '[]')
	from (
		select reason, sum(case deed when 'void' then tickets_done else -tickets_done end)::bigint as tickets
		from vote_case join vote_case_work work using (case_id)
		where vote_case.ranking_id = vote_log.ranking_id group by reason
	) of_reason where tickets > 0`);

const HIDDEN =
	raw(`select coalesce(json_agg(json_build_object('artist', en_name, 'tickets', votes) order by votes desc), '[]')
	from standing, unnest(artist_ids, tickets) as of_artist (artist_id, votes)
		join ranking_entry using (artist_id) join artist using (artist_id)
	where standing.ranking_id = vote_log.ranking_id and ranking_entry.ranking_id = vote_log.ranking_id
		and ranking_entry.hidden_at is not null and votes > 0`);

const selectLogOverview = (db: Db): Promise<LogRow[]> =>
	sql`select ranking_key, title, published_size as entries, size - published_size as entries_waiting,
			${epochSeconds('vote_log.published_at')} as checkpoint_time,
			case when certified_at is not null then 'certified' when closed_at is not null then 'closed' else 'open' end as stage,
			coalesce((select total from standing where standing.ranking_id = vote_log.ranking_id), 0) as tickets,
			(${VOIDED}) as voided, (${HIDDEN}) as hidden, public_key as "publicKey"
		from vote_log join ranking using (ranking_id)
		order by starts_at desc, vote_log.ranking_id desc limit ${LOGS_MAX}`
		.prepared('select_log_overview')
		.all<LogRow>(db);
