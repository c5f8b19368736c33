/**
 * A deadline on a very bad day: two processes, five hundred fans, one process killed twice, the database killed once,
 * a ranking that closes in the middle and others all along. Then the books, and everybody's memory of what they were told.
 * `STRESS_MINUTES=10` makes it long: so many minutes at a steady rate, and a last one across the close.
 */
import { beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { expectMemoriesToAgree } from '../../faults/voting.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { OF_TESTS } from '../../fixtures/database/database.ts';
import { startCrowd, type Crowd } from '../../fixtures/voting/crowd.ts';
import { startOwnServer } from '../../fixtures/database/own-server.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { runScript, startServerProcess, type ServerProcess } from '../../../testkit/processes.ts';
import { beforeTests, type Contest, type Person } from '../../fixtures/site/site.ts';

const MINUTES = Number(process.env.STRESS_MINUTES ?? 0);
const FANS = 500;
/** Target. A busy machine casts as many as fit into the time. */
const VOTES = MINUTES > 0 ? 10_000_000 : 100_000;
const FOR_MS = MINUTES > 0 ? (MINUTES + 1) * 60_000 : 30_000;
const AT_ONCE = 160;
/** Number of rankings that end during the test, besides the one that ends in the middle. */
const BRIEF = 20;
/** All fans vote in a brief ranking from this long before its end until this long after it. */
const LAST_MS = 200;
const PATIENCE = { timeout: FOR_MS + 60_000, interval: 20 };

/** They end one after the other while the votes go on, each the favorite of its last moments. */
let brief: { contest: Contest; endsAt: number }[];
let fans: Person[];

const server = beforeTests(startOwnServer);
const owner = beforeTests(async () => openDatabase(server.url, { role: null, max: 4, timeouts: OF_TESTS }));
const closing = beforeTests(() => aContest(owner, 'closing'));
const staying = beforeTests(() => aContest(owner, 'staying'));
beforeAll(async () => {
	// One in twenty has little, and will be refused when it is spent.
	const aFan = (n: number) => aPerson(owner, `fan ${n}`, { earned: n % 20 === 0 ? 300 : 1e9, purchased: 70 });
	fans = await Promise.all(Array.from({ length: FANS }, (_, n) => aFan(n)));
});
/** Votes for one artist more than for all others together. */
function choose() {
	const ending = brief.find(({ endsAt }) => Math.abs(endsAt - Date.now()) < LAST_MS)?.contest;
	const contest = ending ?? (Math.random() < 0.5 ? closing : staying);
	const artist = Math.random() < 0.6 ? 0 : Math.floor(Math.random() * contest.artistIds.length);
	return { rankingKey: contest.key, artistId: contest.artistIds[artist] as number };
}

/** Waits until so much of the whole has been done, by count or by the clock. */
async function until(part: number, crowd: Crowd, startedAt: number): Promise<void> {
	const reached = () => Math.max(crowd.ballots.length / VOTES, (performance.now() - startedAt) / FOR_MS);
	await expect.poll(reached, PATIENCE).toBeGreaterThan(part);
}

it(
	'loses no acknowledged vote, counts none twice and takes none after the close',
	async () => {
		const start = () => startServerProcess(server.url);
		const processes: ServerProcess[] = await Promise.all([start(), start()]);
		const startedAt = performance.now();
		brief = await Promise.all(
			Array.from({ length: BRIEF }, async (_, n) => {
				const endsAt = Date.now() + ((n + 1) * FOR_MS) / (BRIEF + 1);
				return { contest: await aContest(owner, `brief-${n}`, { endsAt: new Date(endsAt) }), endsAt };
			}),
		);
		const crowd = startCrowd({
			fans,
			ballotsMax: VOTES,
			forMs: FOR_MS,
			atOnce: AT_ONCE,
			pauseMs: MINUTES > 0 ? 80 : 0,
			address: () => processes[Math.random() < 0.5 ? 0 : 1]?.address ?? '',
			choose,
		});

		await until(0.1, crowd, startedAt);
		await processes[0]?.kill();
		processes[0] = await start();
		await until(0.3, crowd, startedAt);
		await server.kill();
		await server.restart();
		await until(MINUTES > 0 ? MINUTES / (MINUTES + 1) : 0.5, crowd, startedAt);
		const soon = `lightstick_now() + interval '500 milliseconds'`;
		await owner.query({ text: `update ranking set ends_at = ${soon} where ranking_key = 'closing'` });
		await until(0.7, crowd, startedAt);
		await processes[0]?.kill();
		processes[0] = await start();
		await crowd.done;
		for (const one of processes) expect(await one.terminate()).toBe(0);

		const { ballots, countOf } = crowd;
		console.log(
			`${ballots.length} votes in ${Math.round((performance.now() - startedAt) / 1000)} s: ${countOf('cast')} counted, ` +
				`${countOf('ranking_closed')} too late, ${countOf('not_enough_gems')} without gems`,
		);
		await expectMemoriesToAgree(crowd, owner, ['not_enough_gems', 'ranking_closed']);
		const late = ballots.filter(({ told }) => told.has('ranking_closed'));
		expect(late.filter(({ rankingKey }) => rankingKey === 'staying')).toEqual([]);
		const after = 'select idempotency_key from vote join ranking using (ranking_id) where cast_at >= ends_at';
		expect(await owner.query({ text: after })).toEqual([]);
		await expectBooksToBalance(owner);
		const audit = await runScript('audit.ts', { DATABASE_URL: server.url });
		expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('The books balance.')]);
	},
	FOR_MS + 180_000,
);
