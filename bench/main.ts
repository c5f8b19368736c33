/**
 * `npm run bench -- votes|charts|live|growth|console|pages|against|all [--short|--full]`: each bench starts
 * what it needs by itself, prints a table, and as its last line one JSON object. All of it takes a quarter of an hour, most
 * of that to store ten million votes; `--short` looks at one million, `--full` measures longer.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { against } from './against.ts';
import { charts } from './charts.ts';
import { consoleLists } from './console.ts';
import { growth } from './growth.ts';
import { FULL, printResult, SHORT, USUALLY, type Bench, type Result } from './lib/report.ts';
import { live } from './live.ts';
import { pages } from './pages.ts';
import { votes } from './votes.ts';

const ofAll = { votes, charts, live, growth, console: consoleLists, pages };
/** `against` needs a second tree. */
const benches: Record<string, Bench> = { ...ofAll, against };

const [name = 'all', ...flags] = process.argv.slice(2);
const length = flags.includes('--full') ? FULL : flags.includes('--short') ? SHORT : USUALLY;
const chosen = name === 'all' ? Object.keys(ofAll) : [name];

console.log(`Node ${process.version}, ${availableParallelism()} cores shared by everything, ${cpus()[0]?.model ?? ''}`);
const all: Result = { metrics: {}, ratios: {} };
for (const one of chosen) {
	const bench = benches[one];
	if (!bench) throw new Error(`There is no bench ${one}; there are ${Object.keys(benches).join(', ')} and all`);
	const startedAt = performance.now();
	console.log(`\n${one}: ${length.rounds} rounds of ${length.seconds} s each, interleaved; medians`);
	// More waiting programs than cores: absolute figures say little then, and ratios less than on a quiet machine.
	const load_average_before = loadavg()[0] ?? 0;
	const result = await bench(length);
	const took_s = (performance.now() - startedAt) / 1000;
	printResult(one, { ...result, metrics: { ...result.metrics, load_average_before, took_s } });
	for (const [metric, value] of Object.entries(result.metrics)) all.metrics[`${one}.${metric}`] = value;
	Object.assign(all.ratios, result.ratios);
}
if (name === 'all') printResult('all', all);
