import { expect, it } from 'vitest';
import { sizeOf } from './uploads.ts';

it('sends a part with all its pixels', () => {
	expect(sizeOf({ width: 1200, height: 430 })).toEqual({ width: 1200, height: 430 });
});

it('makes a part smaller that is wider than any screen shows it', () => {
	expect(sizeOf({ width: 4800, height: 2700 })).toEqual({ width: 1600, height: 900 });
});

it('never sends nothing', () => {
	expect(sizeOf({ width: 9600, height: 1 })).toEqual({ width: 1600, height: 1 });
});
