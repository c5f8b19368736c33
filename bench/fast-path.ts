/** Measures the gain of the HTTP fast path: a server with it and one without it run in turns. */
import { OWN_TREE, openSide, versus } from './lib/sides.ts';
import type { Bench } from './lib/report.ts';

export const fastPath: Bench = async (length) =>
	versus({ fast_path: () => openSide(OWN_TREE), off: () => openSide(OWN_TREE, { HTTP_FAST_PATH: 'off' }) }, length);
