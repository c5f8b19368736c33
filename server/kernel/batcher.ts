/**
 * Many small questions as a few big ones: while one statement is under way, the questions that come gather, and the
 * next statement asks them all. A question that comes alone is asked at once; `pauseMs` is the rest between two
 * statements, for questions that must not take a whole connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
export function batcher<Question, Answer>(
	/** Answers in the order of the questions. */
	ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
	{ atOnceMax = 1_000, pauseMs = 0 }: { atOnceMax?: number; pauseMs?: number } = {},
): (question: Question) => Promise<Answer> {
	interface Waiting {
		question: Question;
		resolve: (answer: Answer) => void;
		reject: (error: unknown) => void;
	}
	const waiting: Waiting[] = [];
	let asking = false;

	async function askAll(): Promise<void> {
		asking = true;
		// Requests that arrived together are parsed one after the other before this goes on: they share a statement.
		await new Promise<void>((resolve) => void setImmediate(resolve));
		while (waiting.length > 0) {
			await settle(waiting.splice(0, atOnceMax));
			if (pauseMs > 0) await sleep(pauseMs);
		}
		asking = false;
	}

	async function settle(batch: Waiting[]): Promise<void> {
		try {
			const answers = await ask(batch.map(({ question }) => question));
			for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}

	return (question) =>
		new Promise((resolve, reject) => {
			waiting.push({ question, resolve, reject });
			if (!asking) void askAll();
		});
}
