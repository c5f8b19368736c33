import { expect, it, onTestFinished } from 'vitest';
import type { Boards, Build } from './boards.ts';
import { openLive } from './live.ts';

it('a live chart says that it is alive when nothing happens', async () => {
	const chart = { artist_list: [], ranking_config: {}, total_tickets: 0 };
	const build = { chart, prepared: { etag: 'W/"0"' } } as unknown as Build;
	const live = openLive({ read: async () => build } as unknown as Boards, { heartbeatMs: 5 });
	onTestFinished(() => live.close());
	const heard: string[] = [];
	await live.listen('november', { send: (event) => void heard.push(String(event)), end: () => undefined }, null);
	await expect.poll(() => heard.filter((event) => event === ':\n\n').length).toBeGreaterThan(2);
});
