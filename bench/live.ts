import type { Bench } from './lib/report.ts';
export const live: Bench = async () => ({ metrics: {}, ratios: {} });
