/**
 * What a batch of votes costs PostgreSQL by its size, without HTTP: processor time of one backend.
 * Beside it a vote as plain statements in a function, and a single update: what a commit and a row cost at least.
 */
import { createHash, randomBytes } from 'node:crypto';
import { castVotes, leaseSlot } from '#server/voting/engine/sql.ts';
import type { Ballot } from '#server/voting/ballot.ts';
import type { Connection, Statement } from '#server/kernel/database.ts';
import { openDatabase } from '#server/db/pool.ts';
import { scheduledOf } from './lib/cpu.ts';
import { ARTISTS, FANS, openGround, RANKING, tokenOf, type BenchDatabase } from './lib/ground.ts';
import { preparePgbench } from './lib/pgbench.ts';
import type { Bench } from './lib/report.ts';
import { inRounds, median } from './lib/rounds.ts';

const SIZES = [1, 8, 64];
const VOTES_A_ROUND = 400;

export const batch: Bench = async (length) => {
	const ground = await openGround();
	try {
		const [ours, peer] = [await ground.database('ours'), await ground.database('peer')];
		await preparePgbench(peer);
		const writer = await connectTo(ours, undefined);
		const plain = await connectTo(peer, null);
		const slot = await leaseSlot(writer.connection);
		const contestants = Object.fromEntries(
			SIZES.map((size) => [
				`batch_of_${size}`,
				() => writer.measure(Math.ceil(VOTES_A_ROUND / size), () => castAll(writer.connection, size, slot)),
			]),
		);
		const measured = await inRounds(
			{
				...contestants,
				plain_vote: () => plain.measure(VOTES_A_ROUND, () => plain.connection.query(plainVote())),
				single_update: () => plain.measure(VOTES_A_ROUND, () => plain.connection.query(singleUpdate())),
			},
			{ ...length, rounds: 3 * length.rounds },
		);
		await Promise.all([writer.close(), plain.close()]);
		const microseconds = Object.entries(measured).map(([name, values]) => [`${name}_us`, median(values)]);
		return { metrics: Object.fromEntries(microseconds), ratios: {} };
	} finally {
		await ground.close();
	}
};

async function connectTo({ url }: BenchDatabase, role: null | undefined) {
	const db = openDatabase(url, { max: 1, role });
	const connection = db.connection();
	await connection.connect();
	const [backend] = await connection.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
	return {
		connection,
		/** Microseconds of the backend's processor time for each time, fifty times not counted. */
		async measure(times: number, work: () => Promise<unknown>): Promise<number> {
			for (let time = 0; time < 50; time += 1) await work();
			const before = scheduledOf(backend?.pid ?? 0);
			for (let time = 0; time < times; time += 1) await work();
			return ((scheduledOf(backend?.pid ?? 0) ?? Number.NaN) - (before ?? Number.NaN)) / times;
		},
		async close() {
			await connection.end();
			await db.close();
		},
	};
}

async function castAll(connection: Connection, size: number, slot: number): Promise<void> {
	const ballots = new Map<number, Ballot>();
	while (ballots.size < size) {
		const fan = any(FANS);
		ballots.set(fan, ballotOf(fan));
	}
	const decisions = await castVotes(connection, [...ballots.values()], { slot, skipHeld: false });
	if (!decisions.every((one) => typeof one === 'object' && 'cast' in one)) throw new Error('A vote was not cast');
}

const ballotOf = (fan: number): Ballot => ({
	fanId: fan,
	tokenHash: createHash('sha256').update(tokenOf(fan)).digest(),
	rankingKey: RANKING,
	artistId: any(ARTISTS),
	tickets: any(5),
	expectedCost: null,
	key: randomBytes(16).toString('base64url'),
	voter: randomBytes(16).toString('base64url'),
	isRetry: false,
});

const plainVote = (): Statement => ({
	name: 'plain_vote',
	text: 'select bench_cast_vote($1, $2, $3, $4)',
	values: [any(FANS), any(ARTISTS), any(5), randomBytes(16).toString('base64url')],
});

function singleUpdate(): Statement {
	const fan = any(FANS);
	const text = 'update wallet set earned = earned - 10 where fan_id = $1';
	return { name: 'single_update', text, values: [fan] };
}

const any = (most: number): number => 1 + Math.floor(Math.random() * most);
