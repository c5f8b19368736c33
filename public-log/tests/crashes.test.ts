/** The log under crashes: sequencers that race and are killed at any step, a database set back, a store that refuses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { base64 } from '#public-log/format/bytes.ts';
import { formatLeaf } from '#public-log/format/leaf.ts';
import { leafHash, RightEdge } from '#public-log/format/tree.ts';
import { publishGrown, type PublisherDeps } from '#public-log/server/publisher.ts';
import { sequenceNow } from '#public-log/server/sequencing/sequencer.ts';
import { raw, sql } from '#server/kernel/database.ts';
import { leavesOf, makeDue, publishAnchored, readAnchor, suppliesIn } from './fixtures/anchor.ts';
import { expectVotes, readCheckpoint, readLog } from './fixtures/log.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCRIPT = join(ROOT, 'tests/fixtures/processes/dying-sequencer.ts');
/** Chance to be killed per step, of which a run has about fifteen. */
const CHANCE = 0.1;

const site = aLogSite(300);

it('holds every acknowledged vote once, whatever kills two sequencers that race', async () => {
	const contest = await aContest(site.owner, 'raced-log');
	const over = new AbortController();
	const done = { kills: 0 };
	const codes = new Set<number | null>();
	async function keepStarting(): Promise<void> {
		while (!over.signal.aborted) {
			const args = [SCRIPT, site.url, site.folder, String(CHANCE), site.facts.logs.prefix];
			const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
			const stop = () => child.kill('SIGTERM');
			over.signal.addEventListener('abort', stop);
			await once(child, 'exit');
			over.signal.removeEventListener('abort', stop);
			if (child.signalCode === 'SIGKILL') done.kills += 1;
			else if (child.signalCode !== 'SIGTERM') codes.add(child.exitCode);
		}
	}
	const sequencers = [keepStarting(), keepStarting()];
	const acknowledged = await site.vote(contest, 4_000);
	while (done.kills < 12) {
		acknowledged.push(...(await site.vote(contest, 10)));
		await makeDue(site, 'hour');
	}
	over.abort();
	await Promise.all(sequencers);
	expect([...codes]).toEqual([]);
	await publishAnchored(site, site.deps, 'hour');

	await expectVotes(site, contest, acknowledged);
	const [stored] =
		await sql`with cast_here as materialized (select batch_id, place from vote where ranking_id = ${contest.rankingId}),
			batches as materialized (select batch_id, first_index from log_batch where ranking_id = ${contest.rankingId})
			select count(*) as votes, count(*) filter (where first_index + place is null) as wrong
			from cast_here left join batches using (batch_id)`.all<{ votes: number; wrong: number }>(site.owner);
	expect(stored).toEqual({ votes: acknowledged.length, wrong: 0 });

	const checkpoints = await sql`select size, root from log_checkpoint where ranking_id = ${contest.rankingId}
			order by size`.all<{ size: number; root: Buffer }>(site.owner);
	const roots = new Map<number, string>();
	const edge = new RightEdge();
	for (const leaf of await readLog(site, contest)) {
		edge.append(leafHash(formatLeaf(leaf)));
		roots.set(edge.size, base64(edge.root()));
	}
	const sizes = checkpoints.map(({ size }) => size);
	expect(checkpoints.map(({ root }) => base64(root))).toEqual(sizes.map((size) => roots.get(size)));

	const anchor = await readAnchor(site);
	const cps = leavesOf(anchor, 'cp');
	expect(cps.map(({ size, root }) => [size, root])).toEqual(cps.map(({ size }) => [size, roots.get(size)]));
	expect(cps.map(({ size }) => size)).toEqual([...new Set(cps.map(({ size }) => size))].toSorted((a, b) => a - b));
	const supplies = anchor.flatMap(({ type }, index) => (type === 'supply' ? [index] : []));
	expect(suppliesIn(anchor).map(({ prev }) => prev)).toEqual([null, ...supplies.slice(0, -1)]);
	expect(suppliesIn(anchor).at(-1)?.rankings[contest.key]?.votes ?? acknowledged.length).toBe(acknowledged.length);
	console.log(
		`${acknowledged.length} votes, ${done.kills} kills, ${checkpoints.length} checkpoints, each a part of the last; the anchor ` +
			`holds ${cps.length} of them, and ${supplies.length} supplies`,
	);
});

it('halts when the database was set back behind what was published', async () => {
	const contest = await aContest(site.owner, 'set-back');
	await site.vote(contest, 10);
	await site.publish();
	const { size } = await readCheckpoint(site, contest);
	const columns = 'size, vote_count, published_size, checkpoint, partial_bundle, partial_tiles';
	await site.owner.query({ text: `create table before as select ranking_id, ${columns} from vote_log` });
	await site.vote(contest, 10);
	await site.publish();

	await site.owner.transaction(async (tx) => {
		const { rankingId: id } = contest;
		await sql`update vote_log set (${raw(columns)}) = (select ${raw(columns)} from before where ranking_id = ${id})
			where ranking_id = ${id}`.run(tx);
		await sql`delete from log_batch where ranking_id = ${id} and first_index >= ${size}`.run(tx);
		await sql`delete from log_checkpoint where ranking_id = ${id} and size > ${size}`.run(tx);
	});
	await site.vote(contest, 5);
	const other = await aContest(site.owner, 'beside-it');
	await site.vote(other, 3);
	await sequenceNow(site.db);
	await expect(publishGrown(site.deps)).rejects.toThrow(
		`set-back: a checkpoint of ${size + 10} leaves was published, but the database knows ${size}`,
	);
	expect((await readCheckpoint(site, contest)).size).toBe(size);
	expect((await readLog(site, other)).length).toBe(4);
	// It stays so until somebody has looked. The next test has a log of its own.
	await sql`update vote_log set size = published_size where ranking_id = ${contest.rankingId}`.run(site.owner);
});

it('does not halt when another process publishes between the reads of the database and of the store', async () => {
	const contest = await aContest(site.owner, 'overtaken');
	const keys = await site.vote(contest, 10);
	await site.publish();
	keys.push(...(await site.vote(contest, 10)));
	await sequenceNow(site.db);
	let isFirst = true;
	const read: PublisherDeps['store']['read'] = async (name) => {
		if (isFirst && name.endsWith('overtaken/checkpoint')) {
			isFirst = false;
			await publishGrown(site.deps);
		}
		return site.deps.store.read(name);
	};
	await publishGrown({ ...site.deps, store: { ...site.deps.store, read } });
	expect(isFirst).toBe(false);
	await expectVotes(site, contest, keys);
});

it.each([
	['a leaf', 'partial_bundle = set_byte(partial_bundle, 40, get_byte(partial_bundle, 40) # 1)'],
	['a hash', 'partial_tiles[1] = set_byte(partial_tiles[1], 40, get_byte(partial_tiles[1], 40) # 1)'],
	['a leaf less', "partial_bundle = ''"],
])('signs nothing after the database has changed %s that no full tile holds', async (what, change) => {
	const contest = await aContest(site.owner, `changed-${what.replaceAll(' ', '-')}`);
	await site.vote(contest, 10);
	await site.publish();
	const before = await readCheckpoint(site, contest);
	const setTo = async (text: string) =>
		site.owner.query({ text: `update vote_log set ${text} where ranking_id = $1`, values: [contest.rankingId] });
	await site.owner.query({
		text: `create table kept as select * from vote_log where ranking_id = ${contest.rankingId}`,
	});
	await setTo(change);
	await site.vote(contest, 5);
	await sequenceNow(site.db);
	await expect(publishGrown(site.deps)).rejects.toThrow('do not give the root that was signed');
	expect(await readCheckpoint(site, contest)).toEqual(before);
	await setTo('(partial_bundle, partial_tiles) = (select partial_bundle, partial_tiles from kept)');
	await site.owner.query({ text: 'drop table kept' });
	await site.publish();
	expect((await readCheckpoint(site, contest)).size).toBe(before.size + 5);
});
