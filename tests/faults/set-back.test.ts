/**
 * A served database is lost and restored from its archive to a moment in a running vote, as docs/operating/recovery.md says:
 * `npm run set-back`, `npm run audit`, and the site goes on with the second server.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { LOG_KEYS, runScript, startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aContest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Ballot, type Crowd } from '../fixtures/voting/crowd.ts';
import { PATIENCE } from './scene.ts';
import { openServedScene, type ServedScene } from './served-scene.ts';

const FANS = 40;
const VOTES_BETWEEN = 60;

let scene: ServedScene;
let owner: Database;
let site: ServerProcess;
let crowd: Crowd;
let going = true;
let env: Record<string, string>;
/** Keys that were told "cast" before the moment, and ballots that were sent after it. */
let moment: { at: Date; before: string[]; after: Ballot[] };

beforeAll(async () => {
	scene = await openServedScene();
	env = {
		VOTE_REQUESTS_PER_SECOND: '100000',
		VOTE_REQUESTS_BURST: '100000',
		PUBLIC_URL: 'http://localhost:3000',
		LIGHTSTICK_DATA: scene.data,
		...LOG_KEYS,
	};
	site = await startServerProcess(scene.url, env);
	owner = openDatabase(scene.url, { role: null, max: 4, timeouts: OF_TESTS });
	const contest = await aContest(owner, 'november');
	const fans: Person[] = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9 })),
	);
	crowd = startCrowd({
		fans,
		ballotsMax: 1e9,
		forMs: 1e9,
		atOnce: 20,
		pauseMs: 10,
		goesOn: () => going,
		address: () => site.address,
		choose: () => ({ rankingKey: contest.key, artistId: contest.artistIds[0] as number }),
	});
});
afterAll(async () => {
	going = false;
	await site.terminate();
	await owner.close();
	await scene.close();
});

async function moreVotes(): Promise<void> {
	const before = crowd.countOf('cast');
	await expect.poll(() => crowd.countOf('cast') - before, PATIENCE).toBeGreaterThanOrEqual(VOTES_BETWEEN);
}

it('a backup is taken while the crowd votes, and the server is lost after more votes were published', async () => {
	await moreVotes();
	await scene.backUp();
	await moreVotes();
	const sent = crowd.ballots.length;
	const told = crowd.ballots.filter(({ told: outcomes }) => outcomes.has('cast'));
	moment = { at: new Date(), before: told.map(({ key }) => key), after: [] };
	await moreVotes();
	const text = 'select published_size from vote_log where published_size > $1';
	const published = () => owner.query({ text, values: [sent + VOTES_BETWEEN / 2] });
	await expect.poll(async () => (await published()).length, PATIENCE).toBe(1);
	going = false;
	await crowd.done;
	moment.after = crowd.ballots.slice(sent);
	await site.terminate();
	await owner.close();
	await scene.lose();
});

it('set-back gives the logs of the second server new names, and everything passes', async () => {
	const url = await scene.restore(moment.at);
	owner = openDatabase(url, { role: null, max: 4, timeouts: OF_TESTS });
	const onSecond = { ...env, DATABASE_URL: url, DATABASE_POOL_URL: '' };
	const done = await runScript('set-back.ts', onSecond, [moment.at.toISOString()]);
	expect([done.code, done.output]).toEqual([
		0,
		expect.stringContaining('ok     public log localhost:3000/g2/log/november'),
	]);
	const audited = await runScript('audit.ts', onSecond);
	expect([audited.code, audited.output]).toEqual([0, expect.stringContaining('The books balance.')]);
	const stored = await owner.query<{ key: string }>({ text: 'select idempotency_key as key from vote' });
	const keys = new Set(stored.map(({ key }) => key));
	expect(moment.before.filter((key) => !keys.has(key))).toEqual([]);
	expect(moment.after.filter(({ key }) => keys.has(key))).toEqual([]);
	site = await startServerProcess(url, env);
});

it('a vote that was lost counts once when its device sends it again, and both logs hold what they promised', async () => {
	const { fan, key, artistId, votes } = moment.after[0] as Ballot;
	const send = async () => {
		const response = await fetch(`${site.address}/api/v1/rankings/vote/november`, {
			method: 'POST',
			headers: { authorization: `Bearer ${fan.token}`, 'idempotency-key': key, 'content-type': 'application/json' },
			body: JSON.stringify({ artist_id: artistId, ticket_number: votes }),
		});
		return response.status;
	};
	expect([await send(), await send()]).toEqual([200, 200]);
	const counted = { text: 'select tickets from vote where idempotency_key = $1', values: [key] };
	expect(await owner.query(counted)).toEqual([{ tickets: votes }]);
	const logs = [`${site.address}/log/november`, `${site.address}/g2/log/november`];
	const audits = [await runScript('audit-log.ts', {}, [logs[0] as string])];
	const later = () => runScript('audit-log.ts', {}, [logs[1] as string]);
	const votesIn = ({ output }: { output: string }) => Number(/(\d+) votes cast/.exec(output)?.[1]);
	await expect.poll(async () => votesIn(await later()), PATIENCE).toBeGreaterThan(moment.before.length);
	audits.push(await later());
	expect(audits.map(({ code }) => code)).toEqual([0, 0]);
	expect(votesIn(audits[0] as { output: string })).toBeGreaterThan(votesIn(audits[1] as { output: string }));
	await expectBooksToBalance(owner);
});
