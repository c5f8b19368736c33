import { expect, it } from 'vitest';
import { middleOf } from './cut.ts';

it('cuts the sides off a picture that is too wide', () => {
	expect(middleOf({ width: 400, height: 100 }, 2)).toEqual({ x: 100, y: 0, width: 200, height: 100 });
});

it('cuts above and below where it is too high', () => {
	expect(middleOf({ width: 100, height: 400 }, 2)).toEqual({ x: 0, y: 175, width: 100, height: 50 });
});
