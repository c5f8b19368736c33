/** The auditor on a large log: how long it takes, and how much memory at its peak. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { utf8 } from '#contract/proof/bytes.ts';
import { formatCheckpoint } from '#contract/proof/checkpoint.ts';
import { formatLeaf } from '#contract/proof/leaf.ts';
import { formatVerifierKey } from '#contract/proof/note.ts';
import type { OpenRules } from '#contract/proof/ranking-json.ts';
import { encodeBundle, TILE_WIDTH, tilePath } from '#contract/proof/tiles.ts';
import { leafHash, RightEdge } from '#contract/proof/tree.ts';
import { testSigner } from '../../tests/fixtures/vote-log/signer.ts';
import type { Bench } from '../lib/report.ts';
import { SHORT } from '../lib/rounds.ts';

const RANKING = 'monthly-2026-11';
const VOTES_OF_A_FAN = 5;
const VOTES = { short: 1_000_000, usually: 5_000_000 };
/** Prints the memory peak of the auditor's process, in kilobytes. */
const PEAK = 'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';

export const auditor: Bench = async (length) => {
	const votes = length === SHORT ? VOTES.short : VOTES.usually;
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-bench-log-'));
	try {
		await plant(folder, votes);
		const startedAt = performance.now();
		const script = join(import.meta.dirname, '../../scripts/audit-log.ts');
		const child = spawn(process.execPath, ['--import', PEAK, script, folder], { stdio: ['ignore', 'inherit', 'pipe'] });
		let peak = '';
		child.stderr.on('data', (part) => (peak += String(part)));
		await once(child, 'close');
		if (child.exitCode !== 0) throw new Error(`The auditor ended with ${child.exitCode}: ${peak}`);
		const seconds = (performance.now() - startedAt) / 1000;
		const megabytes = Number(peak.trim()) / 1024;
		console.log(`${votes} votes: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB at its peak`);
		return { metrics: { votes, seconds, votes_per_second: votes / seconds, peak_mb: megabytes }, ratios: {} };
	} finally {
		await rm(folder, { recursive: true });
	}
};

/** Writes a log as a folder: the bundles and a signed checkpoint. */
async function plant(folder: string, votes: number): Promise<void> {
	const signer = testSigner(`vote.example/log/${RANKING}`);
	const edge = new RightEdge();
	let [open, index] = [[formatLeaf({ type: 'open', json: rules })], 0];
	const put = async (path: string, bytes: Uint8Array) => {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), bytes);
	};
	async function flush(): Promise<void> {
		for (const leaf of open) edge.append(leafHash(leaf));
		await put(tilePath({ level: 'entries', index, width: open.length }), encodeBundle(open));
		[open, index] = [[], index + 1];
	}
	for (let vote = 0; vote < votes; vote += 1) {
		open.push(utf8(lineOf(vote, votes)));
		if (open.length === TILE_WIDTH) await flush();
	}
	if (open.length > 0) await flush();
	await put('vkey', utf8(`${formatVerifierKey(signer.key)}\n`));
	const checkpoint = { origin: signer.key.name, size: edge.size, root: edge.root() };
	await put('checkpoint', utf8(signer.sign(formatCheckpoint(checkpoint))));
}

const tokenOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

function lineOf(vote: number, votes: number): string {
	const voter = tokenOf(`voter ${(vote * 7_919) % (votes / VOTES_OF_A_FAN)}`);
	return `v1 vote ${RANKING} ${1 + (vote % 40)} 2 20 0 ${rules.starts_at + 1} ${voter} ${tokenOf(`tag ${vote}`)}`;
}

const rules: OpenRules = {
	ranking: RANKING,
	type: 'monthly',
	title: 'November 2026',
	starts_at: 1_793_458_800,
	ends_at: 1_796_050_800,
	gems_per_vote: 10,
	votes_per_fan_max: 100,
	objection_seconds: 86_400,
	review_seconds: 86_400,
	pseudonyms: 'ranking',
	candidates: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at + 1, [`Artist ${at + 1}`]])),
};
