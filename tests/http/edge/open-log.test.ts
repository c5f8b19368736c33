/** The public log for other sites' pages: each answer may be read, refusals too. */
import { expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(() => openSite({ env: { READS_PER_MINUTE: '5' } }));

const PATHS = `/log/none/checkpoint /log/none/tile/0/000 /log/x/y/z /anchor/checkpoint /anchor/vkey /anchor/tile/9/x
	/receipts/vkey /receipts/none`.split(/\s+/);

it('may be read by any page, whatever it says, also above the limit and before a request', async () => {
	const statuses = new Set<number>();
	for (let round = 0; round < 5; round += 1) {
		for (const url of PATHS) {
			for (const method of ['GET', 'OPTIONS'] as const) {
				const { statusCode, headers } = await site.app.inject({ method, url });
				statuses.add(statusCode);
				expect([url, method, headers['access-control-allow-origin']]).toEqual([url, method, '*']);
				expect(headers['access-control-expose-headers']).toContain('retry-after');
			}
		}
	}
	expect(statuses).toEqual(new Set([200, 204, 404, 429]));
	expect((await site.app.inject('/api/v1/user/me')).headers).not.toHaveProperty('access-control-allow-origin');
});
