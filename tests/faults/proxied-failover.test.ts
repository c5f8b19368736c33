/** A failover where DATABASE_URL names one address: that of a proxy which follows the primary. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabaseProxy, type DatabaseProxy } from '../fixtures/processes/haproxy.ts';
import { openFailoverScene, type FailoverScene } from './failover-scene.ts';

const VOTES_BETWEEN = 300;
const WITHIN = { timeout: 15_000, interval: 20 };

let scene: FailoverScene;
let proxy: DatabaseProxy | null = null;

beforeAll(async () => {
	scene = await openFailoverScene(async (servers) => {
		proxy = await startDatabaseProxy(servers);
		return proxy.url;
	});
	console.log(`the proxy is ${proxy?.program}`);
});
afterAll(async () => {
	await scene.close();
	await proxy?.close();
});

it('the primary is killed and its standby promoted: the site goes on through the proxy, and loses no vote', async () => {
	const { servers, crowd, chart } = scene;
	chart.under('the primary is killed');
	await scene.moreVotes(VOTES_BETWEEN);
	await servers.killPrimary();
	await servers.promote();
	proxy?.promoted();
	const [cast, promotedAt] = [crowd.countOf('cast'), performance.now()];
	await expect.poll(() => crowd.countOf('cast') - cast, WITHIN).toBeGreaterThan(0);
	console.log(`votes were counted again ${Math.round(performance.now() - promotedAt)} ms after the promotion`);
	await scene.moreVotes(VOTES_BETWEEN);
	expect(chart.misses('the primary is killed')).toEqual({});
	await scene.settle();
});
