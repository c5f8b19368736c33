/** Two processes behind nginx that sends the votes of a shard to one of them, as deploy/nginx/by-shard configures it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, newSecret } from '#server/kernel/secrets.ts';
import { shardOf } from '#server/db/shards/shards.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { copyDatabase, type TestDatabase } from '../../fixtures/database/database.ts';
import { execute } from '../../../testkit/execute.ts';
import { installationOf } from '../../fixtures/database/server.ts';
import { canRunNginx, startShippedNginx, type ShippedNginx } from '../../fixtures/processes/shipped-nginx.ts';
import { openSite, type Site } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const SHARDS = 16;

describe.runIf(await canRunNginx())('behind nginx that knows shards', () => {
	let database: TestDatabase;
	let sites: [Site, Site];
	/** As the log of nginx names them. */
	let addresses: string[];
	let nginx: ShippedNginx;
	let artistIds: number[];
	/** One of each shard. */
	let fans: Person[];

	beforeAll(async () => {
		database = await copyDatabase();
		await execute(database.url, installationOf(SHARDS));
		const env = { TRUST_PROXY: '127.0.0.1' };
		sites = [await openSite({ database, env }), await openSite({ database, env })];
		for (const { app } of sites) await app.listen({ port: 0, host: '127.0.0.1' });
		const ports = sites.map(({ app }) => (app.server.address() as { port: number }).port);
		addresses = ports.map((port) => `127.0.0.1:${port}`);
		nginx = await startShippedNginx(ports, { byShard: true });
		artistIds = [];
		// A ranking for each shard: the log of nginx has the address of a call, and neither token nor fan.
		for (let shard = 0; shard < SHARDS; shard += 1) {
			artistIds.push((await aContest(database.owner, `shard-${shard}`)).artistIds[0] as number);
		}
		const people = await Promise.all(
			Array.from({ length: SHARDS }, (_, n) => aPerson(database.owner, `fan ${n}`, { earned: 1_000 })),
		);
		fans = people.toSorted((one, other) => shardOf(one, SHARDS) - shardOf(other, SHARDS));
	});
	afterAll(async () => {
		await nginx.close();
		for (const site of sites) await site.close();
		await expectBooksToBalance(database.db);
		await database.drop();
	});

	async function vote(shard: number, token: string): Promise<number> {
		const answer = await fetch(`${nginx.address}/api/v1/rankings/vote/shard-${shard}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'idempotency-key': aKey(), 'content-type': 'application/json' },
			body: JSON.stringify({ artist_id: artistIds[shard], ticket_number: 1 }),
		});
		await answer.arrayBuffer();
		return answer.status;
	}

	/** Returns the processes to which nginx sent the votes of a shard's ranking, those that did not answer included. */
	async function processesOf(shard: number): Promise<Set<string>> {
		const lines = (await nginx.log()).split('\n').filter((line) => line.includes(`/vote/shard-${shard}"`));
		return new Set(lines.flatMap((line) => line.match(/127\.0\.0\.1:\d+/g) ?? []));
	}

	it('sends the votes of a shard to one process, and half of the shards to each', async () => {
		expect(fans.map((fan) => shardOf(fan, SHARDS))).toEqual([...Array(SHARDS).keys()]);
		for (let turn = 0; turn < 3; turn += 1) {
			const statuses = await Promise.all(fans.map(({ token }, shard) => vote(shard, token)));
			expect(new Set(statuses)).toEqual(new Set([200]));
		}
		for (let shard = 0; shard < SHARDS; shard += 1) {
			await expect.poll(() => processesOf(shard)).toEqual(new Set([addresses[shard < SHARDS / 2 ? 0 : 1]]));
		}
	});

	it('takes a token of the release before, which names no shard', async () => {
		const [fan] = fans as [Person];
		const old = newSecret();
		await database.owner.query({
			text: `insert into session (token_hash, bucket, fan_id, provider, browser_hash, activated_at, expires_at)
				select $1, bucket, fan_id, provider, browser_hash, activated_at, expires_at from session where fan_id = $2`,
			values: [hashSecret(old), fan.fanId],
		});
		expect(await vote(0, old)).toBe(200);
	});

	it('knows nobody by a token whose character was changed', async () => {
		const [fan] = fans as [Person];
		expect(fan.token[0]).toBe('A');
		expect(await vote(0, `B${fan.token.slice(1)}`)).toBe(401);
		expect(await vote(0, fan.token.slice(1))).toBe(401);
	});

	it('gives the votes of a process that has gone to the other one', async () => {
		await sites[0].app.close();
		const statuses = await Promise.all(fans.map(({ token }, shard) => vote(shard, token)));
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(await processesOf(0)).toEqual(new Set(addresses));
	});
});
