/**
 * In every order of events, a paid order credits its gems once and an unpaid one never. fast-check generates the order
 * in which fans, Stripe, its events, our jobs, crashes and the clock act.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { judge } from '../../fixtures/orders/interleaved/judge.ts';
import {
	deliver,
	dispute,
	disputeEnds,
	opening,
	play,
	refund,
	refundFails,
	steps,
} from '../../fixtures/orders/interleaved/steps.ts';
import { balanceOf, bankOf, letTimePass, newRun, openWorld } from '../../fixtures/orders/interleaved/world.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const world = beforeTests(openWorld);

it('a refund during a dispute takes its gems although the dispute was lost before an appeal won it', async () => {
	const run = await newRun(world, 'a fan whose bank changed its mind');
	await play(run, [
		...opening,
		{ name: 'dispute', does: () => dispute(run, { n: 0, part: 1 }) },
		{ name: 'refund', does: () => refund(run, { n: 0, part: 0.2 }) },
		{ name: 'lost', does: () => disputeEnds(run, { n: 0, won: false }) },
	]);
	await letTimePass(world);
	expect(await balanceOf(run)).toBe(0);
	await play(run, [{ name: 'won', does: () => disputeEnds(run, { n: 0, won: true }) }]);
	await letTimePass(world);
	await judge(run);
	await expectBooksToBalance(world.database.db);
});

it('a refund of the whole price takes all gems although an earlier refund failed later', async () => {
	const run = await newRun(world, 'a fan whose first refund failed');
	const deliverTheLast = {
		name: 'deliver the last event',
		does: () => deliver(run, { n: bankOf(run).events.length - run.firstEvent - 1, times: 1 }),
	};
	await play(run, [
		...opening,
		deliverTheLast,
		{ name: 'refund a part', does: () => refund(run, { n: 0, part: 0.2 }) },
		deliverTheLast,
	]);
	expect(await balanceOf(run)).toBe(478);
	// The event of the failure is read last.
	await play(run, [
		{ name: 'the refund fails', does: () => refundFails(run, 0) },
		{ name: 'refund the whole', does: () => refund(run, { n: 0, part: 1 }) },
		deliverTheLast,
	]);
	expect(await balanceOf(run)).toBe(0);
	await letTimePass(world);
	await judge(run);
	expect(await balanceOf(run)).toBe(0);
	await expectBooksToBalance(world.database.db);
});

it('gives the gems of a paid order once, and of an unpaid one never', async () => {
	await fc.assert(
		fc.asyncProperty(fc.boolean(), fc.array(steps, { minLength: 3, maxLength: 10 }), async (usual, list) => {
			const run = await newRun(world, `fan ${world.tried.interleavings}`);
			await play(run, usual ? [...opening, ...list] : list);
			await letTimePass(world);
			await judge(run);
			world.tried.interleavings += 1;
		}),
	);
	await expectBooksToBalance(world.database.db);
	console.log(`payment interleavings tried: ${JSON.stringify(world.tried)}`);
	for (const times of Object.values(world.tried)) expect(times).toBeGreaterThan(0);
});
