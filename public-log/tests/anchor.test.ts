/** The anchor: one log that holds the checkpoints of all others, and the numbers that anybody may add up. */
import { describe, expect, it } from 'vitest';
import { base64 } from '#public-log/format/bytes.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { growAnchor } from '#public-log/server/anchor/anchor.ts';
import { leavesOf, publishAnchored, readAnchor, type makeDue } from './fixtures/anchor.ts';
import { readCheckpoint } from './fixtures/log.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite } from './fixtures/log-site.ts';

const site = aLogSite(1);

const anchored = (due: Parameters<typeof makeDue>[1]) => publishAnchored(site, site.deps, due);
const cpsOf = async (key: string) =>
	leavesOf(await readAnchor(site), 'cp').filter(({ origin }) => origin === `localhost:3000/log/${key}`);

describe('the anchor', () => {
	it('begins with the keys that sign, each once', async () => {
		await anchored('minute');
		await anchored('minute');
		const names = ['localhost:3000/anchor', 'localhost:3000/log'];
		const added = { type: 'key', change: 'add', from: expect.any(Number) as number, to: null };
		expect(leavesOf(await readAnchor(site), 'key')).toEqual(
			names.map((name) => ({ ...added, vkey: formatVerifierKey(site.deps.keys.signer(name, null).key) })),
		);
	});

	it('holds the checkpoint of each log that has grown, once a minute', async () => {
		const contest = await aContest(site.owner, 'anchored');
		await site.vote(contest, 1);
		await anchored('minute');
		const first = await readCheckpoint(site, contest);
		await site.vote(contest, 1);
		await site.publish();
		expect(await growAnchor(site.deps)).toBeNull();
		await anchored('minute');
		await anchored('minute');
		const second = await readCheckpoint(site, contest);
		expect(await cpsOf(contest.key)).toEqual(
			[first, second].map(({ origin, size, root }) => ({ type: 'cp', origin, size, root: base64(root) })),
		);
	});
});
