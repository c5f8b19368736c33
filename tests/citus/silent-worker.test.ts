/** A worker hangs in the moment in which the supply of gems is told: fans of the other worker get theirs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { post } from '#server/gems/gems.ts';
import { growAnchor } from '#server/vote-log/anchor/anchor.ts';
import type { PublisherDeps } from '#server/vote-log/publisher.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { serverOf } from '../fixtures/cluster/cluster-server.ts';
import { withDatabase } from '../fixtures/database/execute.ts';
import { portOf } from '../fixtures/cluster/shards.ts';
import { openSite, type Site } from '../fixtures/site/site.ts';
import { makeDue, publishAnchored, readAnchor, suppliesIn } from '../fixtures/vote-log/anchor.ts';
import { logDeps, publishAll } from '../fixtures/vote-log/log.ts';

const FANS = 16;

let folder: string;
let site: Site;
let deps: PublisherDeps;
let fans: Person[];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-silent-'));
	site = await openSite({ env: { LIGHTSTICK_DATA: folder } });
	deps = await logDeps(site);
	fans = await Promise.all(Array.from({ length: FANS }, (_, n) => aPerson(site.owner, `fan ${n}`, { earned: 1 })));
});
afterAll(async () => {
	await site.close();
	await rm(folder, { recursive: true });
});

const areGemsHeld = async () => {
	const text = `select from pg_locks where relation = 'supply_change'::regclass and mode = 'ShareLock' and granted`;
	return (await site.owner.query({ text })).length > 0;
};

async function fanElsewhere(hanging: string): Promise<Person> {
	for (const fan of fans) if (String(await portOf(site.owner, fan.bucket)) !== new URL(hanging).port) return fan;
	throw new Error('all fans lie on one worker');
}

it('gives gems to fans of the others after a moment, and tells the supply when it is back', async () => {
	const [hanging = ''] = inject('workerUrls');
	const worker = await serverOf(withDatabase(hanging, 'postgres'));
	const fan = await fanElsewhere(hanging);
	// What else is due is told before.
	await publishAnchored(site, deps, 'day');
	await makeDue(site, 'hour');
	await worker.freeze();
	const telling = growAnchor(deps).catch(() => undefined);
	try {
		await expect.poll(areGemsHeld).toBe(true);
		const gift = { kind: 'check_in' as const, change: { earned: 5, purchased: 0 }, cause: 'a gift' };
		await site.db.transaction((tx) => post(tx, fan, gift));
		const text = 'select earned from wallet where bucket = $1 and fan_id = $2';
		expect(await site.db.query({ text, values: [fan.bucket, fan.fanId] })).toEqual([{ earned: 6 }]);
	} finally {
		await worker.thaw();
	}
	await telling;
	await makeDue(site, 'hour');
	await growAnchor(deps);
	await publishAll(deps);
	const supply = suppliesIn(await readAnchor(site)).at(-1);
	expect(supply?.issued.check_in.earned).toBeGreaterThanOrEqual(5);
});
