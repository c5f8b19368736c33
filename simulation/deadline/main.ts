/**
 * `npm run simulate:deadline [-- --short] [--seed N] [--out FOLDER]`: the last minute of a vote on sites of several sizes,
 * as tables and pictures. The same seed gives the same figures. `--short` has a last minute of six seconds.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writePictures } from './pictures.ts';
import { FULL_MINUTE_MS, SHORT_MINUTE_MS } from './scenarios.ts';
import { makeStudy } from './study.ts';

const { values } = parseArgs({
	options: {
		short: { type: 'boolean', default: false },
		seed: { type: 'string', default: '1' },
		out: { type: 'string', default: 'simulation-report' },
	},
});
const size = { seed: Number(values.seed), minuteMs: values.short ? SHORT_MINUTE_MS : FULL_MINUTE_MS };
const study = makeStudy(size, (line) => console.log(line));
for (const file of await writePictures(resolve(values.out), study)) console.log(file);
console.log(JSON.stringify({ deadline: size, rows: study.rows }));
