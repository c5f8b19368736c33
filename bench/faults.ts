/** Measures how much one locked wallet, and five accounts with invalid ballots, slow down everybody else's votes. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { openDatabase } from '#server/db/pool.ts';
import { assertBalanced, openGround, RANKING, tokenOf, type BenchDatabase } from './lib/ground.ts';
import { loadTool, loadVotes, USUAL } from './lib/load.ts';
import { inRounds, median, ratio } from './lib/rounds.ts';
import type { Bench } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const CONNECTIONS = 256;
/** Votes per second and account: the limit that the site enforces. */
const PER_SECOND = 20;
const HELD_FAN = 77;
const POISONERS = [11, 12, 13, 14, 15];
/** Ids and amounts beyond the range of their column, or of an exact JavaScript number. */
const POISON = [
	'{"artist_id":3000000000,"ticket_number":1}',
	'{"artist_id":2147483648,"ticket_number":1}',
	'{"artist_id":1,"ticket_number":9007199254740993}',
	'{"artist_id":1,"ticket_number":9007199254740991}',
	'{"artist_id":1,"ticket_number":1,"expected_cost":9007199254740993}',
];

export const faults: Bench = async (length) => {
	const { seconds } = length;
	const ground = await openGround();
	try {
		const ours = await ground.database('ours');
		const server = await startOurs(ours);
		const load = async () => (await loadVotes(server.address, USUAL, { connections: CONNECTIONS, seconds })).perSecond;
		let refused = 0;
		const measured = await inRounds(
			{
				plain: load,
				held: async () => {
					const release = await holdWallet(ours, HELD_FAN);
					const stop = sendVotes(server.address, [HELD_FAN], () => '{"artist_id":1,"ticket_number":1}');
					const perSecond = await load();
					await release();
					await stop();
					return perSecond;
				},
				poisoned: async () => {
					const stop = sendVotes(server.address, POISONERS, (n) => POISON[n % POISON.length] as string);
					const perSecond = await load();
					refused += await stop();
					return perSecond;
				},
			},
			length,
		);
		await server.terminate();
		await assertBalanced(ours);
		return {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS} connections`,
				votes_per_second: median(measured['plain']),
				with_a_wallet_held_per_second: median(measured['held']),
				with_five_poisoners_per_second: median(measured['poisoned']),
				poisoned_ballots_refused: refused,
			},
			ratios: {
				held_vs_plain: ratio(measured['held'], measured['plain']),
				poisoned_vs_plain: ratio(measured['poisoned'], measured['plain']),
			},
		};
	} finally {
		await ground.close();
	}
};

/** Locks the wallet in an open transaction, as somebody does who leaves a database shell open. Returns its release. */
async function holdWallet({ url }: BenchDatabase, fan: number): Promise<() => Promise<void>> {
	const db = openDatabase(url, { role: null, max: 1 });
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => (release = resolve));
	let held: Promise<void> = Promise.resolve();
	await new Promise<void>((resolve) => {
		held = db.transaction(async (tx) => {
			await tx.query({ text: 'select from wallet where fan_id = $1 for update', values: [fan] });
			resolve();
			await released;
		});
	});
	return async () => {
		release();
		await held;
		await db.close();
	};
}

/** Sends votes from each account at its limit, beside the load. Returns a stop function that counts the 400s. */
function sendVotes(address: string, fans: readonly number[], body: (n: number) => string): () => Promise<number> {
	const agent = new Agent({ keepAlive: true });
	const sent: Promise<number | undefined>[] = [];
	const timer = setInterval(() => {
		for (const fan of fans) {
			const headers = {
				'content-type': 'application/json',
				authorization: `Bearer ${tokenOf(fan)}`,
				'idempotency-key': randomBytes(16).toString('base64url'),
			};
			sent.push(
				new Promise((resolve) => {
					request(`${address}/api/v1/rankings/vote/${RANKING}`, { method: 'POST', agent, headers }, (response) => {
						response.resume().once('close', () => resolve(response.statusCode));
					})
						.once('error', () => resolve(undefined))
						.end(body(sent.length));
				}),
			);
		}
	}, 1_000 / PER_SECOND);
	return async () => {
		clearInterval(timer);
		const statuses = await Promise.all(sent);
		agent.destroy();
		return statuses.filter((status) => status === 400).length;
	};
}
