/** Boards while the database is slow, silent or unavailable. The tests give its answers by hand. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db, Statement } from '#server/kernel/database.ts';
import { openBoards } from './boards.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'], now: START }));
afterEach(() => void vi.useRealTimers());

/** A database of one ranking; `answer` may be changed to keep it waiting or failing. */
function aDatabase({ endsIn = 60 * MINUTE, certified = false } = {}) {
	const asked: string[] = [];
	const endsAt = START + endsIn;
	const world = {
		asked,
		title: 'November',
		tickets: 5,
		logSize: 7 as number | null,
		/** Runs before an answer is given. */
		answer: () => Promise.resolve(),
	};
	function rowsOf(statement: Statement, now: number): object[] {
		if (statement.name !== 'select_ranking')
			return [{ artist_id: 1, tickets: world.tickets, reachedAt: 1, logSize: world.logSize, version: '0.1' }];
		if (statement.values?.[0] !== 'november') return [];
		const state = { startsAt: START - MINUTE, endsAt, paused: false, closed: certified, certified };
		const facts = {
			rankingId: 1,
			ranking_key: 'november',
			ranking_type: 'monthly',
			title: world.title,
			ticket2gem_ratio: 10,
		};
		return [{ ...facts, ...state, cover_media_id: null, now }];
	}
	const db: Db = {
		async query<Row>(statement: Statement) {
			asked.push(statement.name ?? '');
			// The clock is read when the statement begins.
			const rows = rowsOf(statement, Date.now());
			await world.answer();
			return rows as Row[];
		},
	};
	return { world, db };
}

const after = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));

describe('a chart', () => {
	it('is not shown past its end, however long the database took to answer', async () => {
		const { world, db } = aDatabase({ endsIn: 300 });
		const boards = openBoards({ db });
		world.answer = () => (world.asked.length === 1 ? after(250) : Promise.resolve());
		const reading = boards.read('november');
		await vi.advanceTimersByTimeAsync(250);
		expect((await reading)?.chart.ranking_config.status).toBe('ongoing');
		await vi.advanceTimersByTimeAsync(60);
		expect((await boards.read('november'))?.chart.ranking_config.status).toBe('ended');
	});

	it('whose end came while it was read is read again', async () => {
		const { world, db } = aDatabase({ endsIn: 300 });
		const boards = openBoards({ db });
		world.answer = () => (world.asked.length === 1 ? after(400) : Promise.resolve());
		const reading = boards.read('november');
		await vi.advanceTimersByTimeAsync(400);
		expect((await reading)?.chart.ranking_config).toMatchObject({ status: 'ended', end_countdown: 0 });
	});

	it('that is certified is counted once, and looked at again once a minute', async () => {
		const { world, db } = aDatabase({ endsIn: -MINUTE, certified: true });
		const boards = openBoards({ db });
		for (let second = 0; second < 59; second += 1) {
			await boards.read('november');
			await vi.advanceTimersByTimeAsync(1_000);
		}
		expect(world.asked).toEqual(['select_ranking', 'select_result']);
		await vi.advanceTimersByTimeAsync(2_000);
		await boards.read('november');
		expect(world.asked.slice(2)).toEqual(['select_ranking']);
		world.title = 'A corrected title';
		await vi.advanceTimersByTimeAsync(MINUTE);
		expect((await boards.read('november'))?.chart.ranking_config.title).toBe('A corrected title');
	});

	it('that is certified is read again until its public log has ended', async () => {
		const { world, db } = aDatabase({ endsIn: -MINUTE, certified: true });
		world.logSize = null;
		const boards = openBoards({ db });
		expect((await boards.read('november'))?.chart.log_size).toBeNull();
		world.logSize = 9;
		await vi.advanceTimersByTimeAsync(300);
		expect((await boards.read('november'))?.chart.log_size).toBe(9);
	});

	it('that runs stays, with its pace, however many made-up keys are asked for', async () => {
		const { world, db } = aDatabase();
		const boards = openBoards({ db });
		await boards.read('november');
		for (let key = 0; key < 1_500; key += 1) expect(await boards.read(`made-up-${key}`)).toBeNull();
		await Promise.all(Array.from({ length: 1_500 }, (_, key) => boards.read(`at-once-${key}`)));
		world.asked.length = 0;
		expect([boards.has('november'), boards.has('made-up-1499')]).toEqual([true, false]);
		expect(world.asked).toEqual([]);
	});
});

it('when the database does not answer, the last chart is shown after a second and a half, and at once to all who come later', async () => {
	const { world, db } = aDatabase();
	const away: unknown[] = [];
	const boards = openBoards({ db, onAway: (error) => away.push(error) });
	await boards.read('november');
	await vi.advanceTimersByTimeAsync(1_000);
	world.answer = () => new Promise(() => undefined);
	world.asked.length = 0;
	const readings = [1, 2, 3].map(() => boards.read('november'));
	await vi.advanceTimersByTimeAsync(1_500);
	const shown = await Promise.all(readings);
	expect(shown.map((made) => made?.chart.as_of)).toEqual(shown.map(() => START / 1000));
	expect((await boards.read('november'))?.chart.as_of).toBe(START / 1000);
	// One question is under way for all of them.
	expect([world.asked, away.length]).toEqual([['select_ranking'], 1]);
});

it('when the database does not answer, the chart is shown for ten minutes, with the countdown of now, and no longer', async () => {
	const { world, db } = aDatabase();
	const boards = openBoards({ db });
	await boards.read('november');
	world.answer = () => Promise.reject(new Error('the database is away'));
	await vi.advanceTimersByTimeAsync(9 * MINUTE);
	expect((await boards.read('november'))?.chart.ranking_config.end_countdown).toBe(51 * 60);
	await vi.advanceTimersByTimeAsync(1.1 * MINUTE);
	await expect(boards.read('november')).rejects.toThrow('the database is away');
	world.answer = () => Promise.resolve();
	const again = await boards.read('november');
	expect(again?.chart.as_of).toBeUndefined();
});
