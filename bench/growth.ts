import type { Bench } from './lib/report.ts';
export const growth: Bench = async () => ({ metrics: {}, ratios: {} });
