/** Votes a second with ten million votes stored, against an empty table. */
import type { Database } from '#server/kernel/database.ts';
import { TILE_WIDTH } from '#public-log/format/tiles.ts';
import { HASH_BYTES } from '#public-log/format/tree.ts';
import { median } from '../testkit/quantile.ts';
import { assertBalanced, FANS, openGround, type BenchDatabase } from './lib/ground.ts';
import { loadVotes, USUAL } from './lib/load.ts';
import { inRounds, ratio, type Bench } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const CONNECTIONS = 256;
/** Long enough to touch most pages of the indexes once: the first touch after a checkpoint writes the whole page down. */
const WARM_UP_SECONDS = 20;

export const growth: Bench = async (length) => {
	await using ground = await openGround();
	const empty = await ground.database('empty');
	const many = await ground.database('many');
	await storeVotes(many.db, length.stored);
	const bytesOfVote = ((await sizeOf(many)) - (await sizeOf(empty))) / length.stored;
	const databases = [empty, many] as const;
	const servers = await Promise.all(databases.map((database) => startOurs(database)));
	const votesPerSecond = async (index: number, seconds: number) => {
		const address = servers[index]?.address ?? '';
		return (await loadVotes(address, USUAL, { connections: CONNECTIONS, seconds })).perSecond;
	};
	for (const index of servers.keys()) await votesPerSecond(index, WARM_UP_SECONDS);
	const load = (index: number) => () => votesPerSecond(index, length.seconds);
	const measured = await inRounds({ empty: load(0), many: load(1) }, length);
	for (const server of servers) await server.terminate();
	await assertBalanced(empty);
	const auditStart = performance.now();
	const audited = await assertBalanced(many);
	const auditSeconds = (performance.now() - auditStart) / 1000;
	return {
		metrics: {
			load: `wrk, ${CONNECTIONS} connections`,
			stored_votes: length.stored,
			empty_votes_per_second: median(measured['empty']),
			stored_votes_per_second: median(measured['many']),
			stored_bytes_per_vote: bytesOfVote,
			audit_seconds: auditSeconds,
			audit_seconds_per_ten_million_votes: (auditSeconds * 10_000_000) / audited,
		},
		ratios: {
			growth: ratio(measured['many'], measured['empty']),
		},
	};
};

/**
 * Stores votes, their ledger entries, and what they lead to. Their leaves are not among it.
 * @param votes a multiple of the number of fans
 */
async function storeVotes(db: Database, votes: number): Promise<void> {
	console.log(`storing ${votes} votes`);
	const each = votes / FANS;
	const rows = [VOTE_ROWS(each), LEDGER_ROWS(each), WALLETS(each), ...TALLIES, COUNTED, ...LOG_ROWS(votes)];
	for (const text of [...rows, 'vacuum analyze', 'checkpoint']) await db.query({ text });
}

const VOTE_ROWS = (each: number) => `
	insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
		ledger_seq, artist_tickets, cast_at, batch_id, place)
	select fan_id, left(md5(fan_id || '-' || n), 22), 1, artist_id, 1, 10, 0, 1 + n,
		row_number() over (partition by artist_id), now - interval '1 hour', 1 + (row_number() over () - 1) / ${TILE_WIDTH},
		(row_number() over () - 1) % ${TILE_WIDTH}
	from wallet cross join generate_series(1, ${each}) n cross join lateral (select 1 + (fan_id * 7 + n) % 200 as artist_id) given
	cross join (select date_trunc('milliseconds', lightstick_now()) as now) clock`;
const LEDGER_ROWS = (each: number) => `
	insert into ledger_entry
		(fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
	select fan_id, 1 + n, 'vote', -10, 0, earned - 10 * n, purchased, left(md5(fan_id || '-' || n), 22),
		lightstick_now() - interval '1 hour'
	from wallet cross join generate_series(1, ${each}) n`;
const WALLETS = (each: number) => `update wallet set earned = earned - 10 * ${each}, last_seq = 1 + ${each}`;
const TALLIES = [
	`insert into tally (ranking_id, slot, artist_id, tickets, last_vote_at)
		select 1, 0, artist_id, sum(tickets), max(cast_at) from vote group by artist_id`,
	`insert into tally_slot (ranking_id, slot, batches) select distinct ranking_id, slot, 1 from tally`,
];
/** They have long been published. Nobody reads the tiles here, so that the hashes may be zeros. */
const LOG_ROWS = (votes: number) => [
	`insert into log_batch
			(batch_id, ranking_id, leaf_count, vote_count, tickets, gems_earned, gems_purchased, first_index)
			overriding system value
		select batch_id, 1, count(*), count(*), sum(tickets), sum(cost_earned), sum(cost_purchased),
			(batch_id - 1) * ${TILE_WIDTH}
		from vote group by batch_id`,
	`select setval(pg_get_serial_sequence('log_batch', 'batch_id'), max(batch_id)) from log_batch`,
	`insert into vote_log
			(ranking_id, size, vote_count, tickets, gems_earned, gems_purchased, published_size, checkpoint, partial_bundle, partial_tiles,
			ranking_version, entries_version, rules)
		select 1, ${votes}, ${votes}, tickets, gems_earned, gems_purchased, ${votes}, 'bench', decode(repeat('000178', ${votes % TILE_WIDTH}), 'hex'),
			array[${partialWidths(votes)
				.map((width) => `decode(repeat('00', ${width * HASH_BYTES}), 'hex')`)
				.join(', ')}],
			version, entries_version, '{}'
		from ranking cross join (
			select sum(tickets) as tickets, sum(cost_earned) as gems_earned, sum(cost_purchased) as gems_purchased from vote
		) counted`,
];

/** Hashes of the tile that is not full, level by level. */
function partialWidths(leaves: number): number[] {
	return leaves === 0 ? [] : [leaves % TILE_WIDTH, ...partialWidths(Math.floor(leaves / TILE_WIDTH))];
}

/** A server that has been up has long counted where they come from. */
const COUNTED = `with fans as (insert into vote_fan_counting (counted_through) values (lightstick_now()))
	insert into vote_counting (counted_through) values (lightstick_now())`;

async function sizeOf({ db }: BenchDatabase): Promise<number> {
	const [row] = await db.query<{ bytes: number }>({ text: 'select pg_database_size(current_database()) as bytes' });
	return row?.bytes ?? 0;
}
