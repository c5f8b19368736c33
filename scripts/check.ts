/** `npm run check`: the list of what must be green, in one place. CI runs this file. `-- release` also wants every translation. */
import './lib/refusals.ts';
import { join } from 'node:path';
import { bin, ROOT, run } from './lib/steps.ts';

const node = process.execPath;
const script = (name: string): [string, string[]] => [node, [join(ROOT, 'scripts', name)]];

const steps: readonly (readonly [string, readonly [string, string[]]])[] = [
	['types', [bin('tsc'), ['--noEmit']]],
	['lint', [bin('oxlint'), ['--type-aware', '--deny-warnings']]],
	['format', [bin('oxfmt'), ['--check', '.']]],
	['unused code', [bin('knip'), []]],
	['code only for tests', [bin('knip'), ['--production']]],
	['house promises', [bin('vitest'), ['run', '--project', 'promises', '--reporter', 'dot']]],
	['database schema', script('schema.ts')],
	['OpenAPI document', script('openapi.ts')],
	['interface texts', script('check/messages.ts')],
	['console weight', script('check/console-weight.ts')],
];

// A new sentence may wait for its nine translations until the release.
const RELEASE = 'release';
const given = process.argv.slice(2);
if (given.includes(RELEASE)) process.env.LIGHTSTICK_RELEASE_CHECK = '1';
const only = given.filter((name) => name !== RELEASE);
const failed: string[] = [];
for (const [name, [program, args]] of steps) {
	if (only.length > 0 && !only.includes(name)) continue;
	const startedAt = performance.now();
	const code = await run(program, args);
	console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
	if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
	console.error(`check failed: ${failed.join(', ')}`);
	process.exitCode = 1;
}
