import { expect, test } from 'vitest';
import { platformLetter } from './platform.ts';

test('[S2-91] a fan from Google wears a G, one from Facebook an F, everybody else an L', () => {
	expect(['google', 'facebook', 'line', 'anything'].map(platformLetter)).toEqual(['G', 'F', 'L', 'L']);
});
