/**
 * `npm run bench -- votes|charts|live|growth|console|pages|against [--short|--full]`: each bench starts what it needs by itself,
 * prints a table, and as its last line one JSON object. `growth` and `console` store ten million votes; `--short` looks at one
 * million, `--full` measures longer.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { against } from './against.ts';
import { charts } from './charts.ts';
import { consoleLists } from './console.ts';
import { growth } from './growth.ts';
import { FULL, printResult, SHORT, USUALLY, type Bench } from './lib/report.ts';
import { live } from './live.ts';
import { pages } from './pages.ts';
import { votes } from './votes.ts';

const benches: Record<string, Bench> = { votes, charts, live, growth, console: consoleLists, pages, against };
const [name = '', ...flags] = process.argv.slice(2);
const length = flags.includes('--full') ? FULL : flags.includes('--short') ? SHORT : USUALLY;
const bench = benches[name];
if (!bench) throw new Error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
console.log(`Node ${process.version}, ${availableParallelism()} cores shared by everything, ${cpus()[0]?.model ?? ''}`);
console.log(`\n${name}: ${length.rounds} rounds of ${length.seconds} s each, interleaved; medians`);
const startedAt = performance.now();
// More waiting programs than cores: absolute figures say little then, and ratios less than on a quiet machine.
const load_average_before = loadavg()[0] ?? 0;
const result = await bench(length);
const took_s = (performance.now() - startedAt) / 1000;
printResult(name, { ...result, metrics: { ...result.metrics, load_average_before, took_s } });
