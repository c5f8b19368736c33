/**
 * The public address of the logs, by C2SP tlog-tiles: `/log/<ranking>/checkpoint`, `/log/<ranking>/tile/…`, and the key
 * that signs. Full tiles come from the store; partial ones and the checkpoint are one row of the database. A tile is never
 * sent wider than the last checkpoint reaches.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getVoteProof } from '#contract/my-account.ts';
import { rankingKey } from '#contract/values/shapes.ts';
import { formatVerifierKey } from '#contract/proof/note.ts';
import { parseTilePath, TILE_WIDTH } from '#contract/proof/tiles.ts';
import { sendProblem } from '#server/http/answers.ts';
import { serveFan } from '#server/http/serve.ts';
import { batcher } from '#server/kernel/batcher.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { LogDeps } from './publisher.ts';
import { readVoteProof } from './fans/vote-proof.ts';
import { selectLogs } from './sql.ts';
import { readTile } from './tiles.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const PARTIAL = 'public, max-age=86400, immutable';
const LIVE = 'public, max-age=1';

interface LogParams {
	ranking_key: string;
}

export function voteLogRoutes(
	app: FastifyInstance,
	{ findCaller, ...deps }: LogDeps & { findCaller: FindCaller },
): void {
	const { db, store, keys, prefix } = deps;
	serveFan(app, findCaller, getVoteProof, ({ caller, params }) => readVoteProof(deps, caller, params.tag));

	// Whoever asks without a break takes one connection of the database at most: the pages of fans have the others.
	const lookUp = batcher(async (names: readonly string[]) => {
		const logs = await selectLogs(db, [...new Set(names)]);
		const byKey = new Map(logs.map((log) => [log.rankingKey, log]));
		return names.map((name) => byKey.get(name) ?? null);
	});
	const find = async (key: string) => (rankingKey.safeParse(key).success ? lookUp(key) : null);

	function sendOpen(reply: FastifyReply, type: string, cacheControl: string, body: Uint8Array | string) {
		// Anybody's page may read the log and check it.
		void reply.headers({ 'access-control-allow-origin': '*', 'cache-control': cacheControl });
		return reply.type(type).send(typeof body === 'string' ? body : Buffer.from(body));
	}

	app.get<{ Params: LogParams }>('/log/:ranking_key/checkpoint', async ({ params }, reply) => {
		const log = await find(params.ranking_key);
		if (!log?.checkpoint) return sendProblem(reply, new Problem('not_found'));
		return sendOpen(reply, 'text/plain; charset=utf-8', LIVE, log.checkpoint);
	});

	app.get<{ Params: LogParams }>('/log/:ranking_key/vkey', async ({ params }, reply) => {
		const log = await find(params.ranking_key);
		if (!log) return sendProblem(reply, new Problem('not_found'));
		const { key } = keys.signer(`${prefix}/${log.rankingKey}`);
		return sendOpen(reply, 'text/plain; charset=utf-8', LIVE, `${formatVerifierKey(key)}\n`);
	});

	app.get('/receipts/vkey', (_request, reply) =>
		sendOpen(reply, 'text/plain; charset=utf-8', LIVE, `${formatVerifierKey(keys.receipts.key)}\n`),
	);

	app.get<{ Params: LogParams & { '*': string } }>('/log/:ranking_key/tile/*', async ({ params }, reply) => {
		const name = parseTilePath(`tile/${params['*']}`);
		const log = name && (await find(params.ranking_key));
		const bytes = name && log && (await readTile(store, log, name));
		if (!bytes) return sendProblem(reply, new Problem('not_found'));
		return sendOpen(reply, 'application/octet-stream', name.width === TILE_WIDTH ? IMMUTABLE : PARTIAL, bytes);
	});
}
