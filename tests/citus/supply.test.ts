/** The supply of gems is told while fans get some: wallets lie on the workers, and what was issued on the coordinator. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { post } from '#server/gems/gems.ts';
import { growAnchor } from '#server/vote-log/anchor/anchor.ts';
import type { PublisherDeps } from '#server/vote-log/publisher.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { serverOf } from '../fixtures/cluster/cluster-server.ts';
import { portOf } from '../fixtures/cluster/shards.ts';
import { withDatabase } from '../../testkit/execute.ts';
import { openSite, type Site } from '../fixtures/site/site.ts';
import { makeDue, publishAnchored, readAnchor, suppliesIn } from '../fixtures/vote-log/anchor.ts';
import { logDeps, publishAll } from '../fixtures/vote-log/log.ts';

/** So many that not all lie on one worker. */
const FANS = 16;
/** Fans who get gems all along. */
const BUSY = 4;
const GIFT = { kind: 'check_in' as const, change: { earned: 1, purchased: 0 }, cause: 'a gift' };
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
	const giving = fans.slice(0, BUSY).map(async (fan) => {
		while (!over.signal.aborted) {
			await site.db.transaction((tx) => post(tx, fan, GIFT));
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

const areGemsHeld = async () => {
	const text = `select from pg_locks where relation = 'supply_change'::regclass and mode = 'ShareLock' and granted`;
	return (await site.owner.query({ text })).length > 0;
};

async function fanElsewhere(hanging: string): Promise<Person> {
	for (const fan of fans) if (String(await portOf(site.owner, fan.bucket)) !== new URL(hanging).port) return fan;
	throw new Error('all fans lie on one worker');
}

const lastIssued = async () => suppliesIn(await readAnchor(site)).at(-1)?.issued.check_in.earned ?? 0;

it('waits for a worker that hangs, and fans of the others get their gems after a moment', async () => {
	const [hanging = ''] = inject('workerUrls');
	const worker = await serverOf(withDatabase(hanging, 'postgres'));
	const fan = await fanElsewhere(hanging);
	// What else is due is told before.
	await publishAnchored(site, deps, 'day');
	const before = await lastIssued();
	await makeDue(site, 'hour');
	await worker.freeze();
	const telling = growAnchor(deps).catch(() => undefined);
	try {
		await expect.poll(areGemsHeld).toBe(true);
		await site.db.transaction((tx) => post(tx, fan, GIFT));
	} finally {
		await worker.thaw();
	}
	await telling;
	await publishAnchored(site, deps, 'hour');
	expect(await lastIssued()).toBe(before + GIFT.change.earned);
});
