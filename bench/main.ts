/**
 * `npm run bench -- votes|latency|batch|hot-artist|charts|live|growth|pages|console|faults|observation|traces|log|log-parts|auditor|push|overload|against|restore|soak|all [--short|--full]`: each bench starts what it needs by
 * itself, prints a table, and as its last line one JSON object. All of it takes a quarter of an hour, most of that to
 * store ten million votes; `--short` looks at one million, `--full` measures longer.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { against } from './against.ts';
import { auditor } from './vote-log/auditor.ts';
import { batch } from './batch.ts';
import { charts } from './charts.ts';
import { consoleLists } from './console/console.ts';
import { faults } from './faults.ts';
import { growth } from './growth.ts';
import { hotArtist } from './hot-artist.ts';
import { push } from './push.ts';
import { overload } from './overload/overload.ts';
import { printResult, type Bench, type Result } from './lib/report.ts';
import { FULL, SHORT, USUALLY } from './lib/rounds.ts';
import { latency } from './latency.ts';
import { live } from './live.ts';
import { log, logParts } from './vote-log/log.ts';
import { observation, traces } from './observation.ts';
import { pages } from './pages/pages.ts';
import { restore } from './restore.ts';
import { soak } from './soak/soak.ts';
import { votes } from './votes.ts';

const benches: Record<string, Bench> = {
	votes,
	latency,
	batch,
	'hot-artist': hotArtist,
	charts,
	live,
	growth,
	pages,
	console: consoleLists,
	faults,
	observation,
	traces,
	auditor,
	push,
	overload,
};

const [name = 'all', ...flags] = process.argv.slice(2);
const length = flags.includes('--full') ? FULL : flags.includes('--short') ? SHORT : USUALLY;
const chosen = name === 'all' ? Object.keys(benches) : [name];
// These need a second tree or a quarter of an hour and more, and so are not of all.
Object.assign(benches, { against, log, 'log-parts': logParts, restore, soak });

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
