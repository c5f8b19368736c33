/** The supply of gems is told while fans get some: wallets lie on the workers, and what was issued on the coordinator. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '#server/gems/gems.ts';
import { growAnchor } from '#server/vote-log/anchor/anchor.ts';
import type { PublisherDeps } from '#server/vote-log/publisher.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { openSite, type Site } from '../fixtures/site/site.ts';
import { makeDue, readAnchor, suppliesIn } from '../fixtures/vote-log/anchor.ts';
import { logDeps, publishAll } from '../fixtures/vote-log/log.ts';

const FANS = 4;
const SUPPLIES = 20;

let folder: string;
let site: Site;
let deps: PublisherDeps;
let fans: Person[];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-supply-'));
	site = await openSite({ env: { LIGHTSTICK_DATA: folder } });
	deps = await logDeps(site);
	fans = await Promise.all(Array.from({ length: FANS }, (_, n) => aPerson(site.owner, `fan ${n}`, { earned: 1 })));
});
afterAll(async () => {
	await site.close();
	await rm(folder, { recursive: true });
});

it('and each adds up, however busy the site is', async () => {
	const over = new AbortController();
	const giving = fans.map(async (fan) => {
		while (!over.signal.aborted) {
			const gift = { kind: 'check_in' as const, change: { earned: 1, purchased: 0 }, cause: 'a gift' };
			await site.db.transaction((tx) => post(tx, fan, gift));
		}
	});
	try {
		for (let taken = 0; taken < SUPPLIES; taken += 1) {
			await makeDue(site, 'hour');
			await growAnchor(deps);
		}
	} finally {
		over.abort();
		await Promise.all(giving);
	}
	await publishAll(deps);
	const issued = suppliesIn(await readAnchor(site)).map(({ issued: { check_in: given } }) => given.earned);
	expect(issued).toHaveLength(SUPPLIES);
	expect(issued.at(-1)).toBeGreaterThan(issued[0] ?? 0);
});
