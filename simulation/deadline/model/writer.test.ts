import { expect, it } from 'vitest';
import { openAgenda } from './agenda.ts';
import { openCores } from './cores.ts';
import { openLoop } from './loop.ts';
import { pressed } from './vote.ts';
import { openWriter } from './writer.ts';

/** A database that answers when it is told to. */
function openStage(bounds = { batchMax: 300, queueMax: 10_000 }) {
	const agenda = openAgenda();
	const sent: { votes: number; answer: () => void }[] = [];
	const costs = { requestMs: 0, answerMs: 0, batchMs: 0, refusalMs: 0, besideMs: 0 };
	const writer = openWriter({
		agenda,
		loop: openLoop(openCores(agenda, 1)),
		connection: ({ votes }, done) => void sent.push({ votes, answer: () => done(agenda.now()) }),
		costs,
		bounds,
		wireMs: 0,
		cutOff: Infinity,
		settle: () => undefined,
		watch: () => undefined,
	});
	const add = (count: number) =>
		Array.from({ length: count }, () => writer.add(pressed(0, 0))).filter((turn) => turn === null).length;
	return {
		sizes: () => sent.map(({ votes }) => votes),
		add(count: number): number {
			const added = add(count);
			agenda.run();
			return added;
		},
		answer(index: number): void {
			sent[index]?.answer();
			agenda.run();
		},
	};
}

it('sends all votes that arrived together as one batch', () => {
	const { add, sizes } = openStage();
	add(10);
	expect(sizes()).toEqual([10]);
});

it('sends a second batch only when 64 votes wait, and a third when one has landed', () => {
	const { add, sizes, answer } = openStage();
	add(1);
	add(63);
	expect(sizes()).toEqual([1]);
	add(1);
	expect(sizes()).toEqual([1, 64]);
	add(200);
	expect(sizes()).toEqual([1, 64]);
	answer(0);
	expect(sizes()).toEqual([1, 64, 200]);
});

it('puts 300 votes into a batch at most', () => {
	const { add, sizes } = openStage();
	add(700);
	expect(sizes()).toEqual([300, 300]);
});

it('refuses votes above a second’s worth, which is a thousand where the pace is not known', () => {
	const { add } = openStage();
	add(1);
	// One is under way and 64 behind it; a thousand wait.
	expect(add(5_000)).toBe(1_064);
});
