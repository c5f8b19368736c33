/** The audit trail is read as sentences. A field of a noun is missing at its screen alone: see `scripts/check/console-weight.ts`. */
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

it('the audit trail names every noun that operators edit', async () => {
	const contract = await trackedFiles(/^contract\/operator\/.*\.ts$/);
	const nouns = contract.flatMap(({ text }) => [...text.matchAll(/\bnoun: '(\w+)'/g)].map(([, noun]) => noun));
	const [named] = await trackedFiles(/^console\/nouns\.ts$/);
	expect(nouns.filter((noun) => !named?.text.includes(`thing: ['${noun}', '`))).toEqual([]);
});
