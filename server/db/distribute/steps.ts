/** The steps that make a site of one server a distributed one. Each is a transaction that writes down its own name. */
import type { Database, Tx } from '#server/kernel/database.ts';
import { findShardKeys, SHARDS } from './keys.ts';
import { DISTRIBUTED, FOREIGN_KEYS, NAMING_FANS } from './tables.ts';

export interface Step {
	name: string;
	run(tx: Tx): Promise<void>;
}

const PLACED_WITH = DISTRIBUTED[0].table;

/** In this order. Each step needs those before it. */
export const STEPS: readonly Step[] = [
	{ name: 'keys', run: writeKeys },
	{ name: 'constraints', run: loosen },
	{ name: 'tallies', run: foldTallies },
	{ name: 'plain tables', run: renameBuckets },
	...DISTRIBUTED.map((placed) => ({
		name: `table ${placed.table}`,
		run: (tx: Tx) => distribute(tx, placed),
	})),
	{ name: 'foreign keys', run: tighten },
	{ name: 'commits', run: (tx) => execute(tx, `select citus_add_local_table_to_metadata('commit_together')`) },
	{ name: 'functions', run: (tx) => execute(tx, 'select make_shard_functions()') },
	{ name: 'shards', run: (tx) => execute(tx, `update installation set shards = ${SHARDS}`) },
];

export async function selectDone(db: Database): Promise<Set<string>> {
	const rows = await db.query<{ step: string }>({ text: 'select step from distribution_step' });
	return new Set(rows.map(({ step }) => step));
}

/** A killed step leaves nothing behind, and is done again. */
export async function runStep(db: Database, { name, run }: Step): Promise<void> {
	await db.transaction(async (tx) => {
		// A transaction that has changed a table on one connection to a worker cannot go on with it on several.
		await execute(tx, `set local citus.multi_shard_modify_mode = 'sequential'`);
		await run(tx);
		await tx.query({ text: 'insert into distribution_step (step) values ($1)', values: [name] });
	});
}

/** From here on the site does not start until all steps are done. */
async function writeKeys(tx: Tx): Promise<void> {
	const keys = await findShardKeys(tx);
	await tx.query({ text: 'update installation set shard_keys = $1', values: [keys] });
	await execute(
		tx,
		`create or replace function bucket_of(fan_id bigint) returns smallint language sql immutable strict parallel safe
			return ('{${keys.join()}}'::smallint[])[fan_id % ${SHARDS} + 1]`,
	);
	// Workers refuse a volatile function in the condition of an update.
	await execute(tx, 'alter function lightstick_now() stable');
}

/** Foreign keys with a distributed table at one end, and primary keys without the column by which rows are placed. */
async function loosen(tx: Tx): Promise<void> {
	const tables = DISTRIBUTED.map(({ table }) => table);
	const found = await tx.query<{ table: string; name: string }>({
		text: `select conrelid::regclass::text as table, conname as name from pg_constraint
			where contype = 'f' and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1))`,
		values: [tables],
	});
	// Whoever writes an entry notes the change as well: see server/gems/sql.ts. Distributed tables have no triggers.
	await execute(tx, 'drop trigger ledger_entry_supply on ledger_entry');
	for (const { table, name } of found) await execute(tx, `alter table ${table} drop constraint "${name}"`);
	for (const { table, key } of DISTRIBUTED) {
		if (!key) continue;
		await execute(
			tx,
			`alter table ${table} drop constraint ${table}_pkey, add constraint ${table}_pkey primary key (${key})`,
		);
	}
}

/** Slot of the tickets from before: no writer has it, so no chart is asked for one of its batches. */
const SLOT_BEFORE = 65;

/** Slots count their batches anew, each in its shard. Voids keep their slot. */
async function foldTallies(tx: Tx): Promise<void> {
	await execute(
		tx,
		`with taken as (delete from tally where slot < 64 returning *)
			insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
			select ranking_id, artist_id, ${SLOT_BEFORE}, sum(tickets), max(last_vote_at) from taken group by ranking_id, artist_id`,
	);
	await execute(
		tx,
		`with taken as (delete from tally_slot where slot < 64 returning *)
			insert into tally_slot (ranking_id, slot, batches)
			select ranking_id, ${SLOT_BEFORE}, sum(batches) from taken group by ranking_id`,
	);
}

async function renameBuckets(tx: Tx): Promise<void> {
	for (const table of NAMING_FANS) {
		await execute(tx, `update ${table} set bucket = bucket_of(fan_id) where bucket <> bucket_of(fan_id)`);
	}
}

/** Sessions end: their tokens name no shard. Terms are written anew for all shards by the last step. */
const EMPTIED = new Set(['session', 'ranking_terms', 'ranking_terms_artist']);

async function distribute(tx: Tx, { table, by }: (typeof DISTRIBUTED)[number]): Promise<void> {
	if (EMPTIED.has(table)) await execute(tx, `truncate ${table}`);
	// Writes the table once, where an update would keep both versions of every row.
	else if (by === 'bucket')
		await execute(tx, `alter table ${table} alter column bucket type smallint using bucket_of(fan_id)`);
	const where =
		table === PLACED_WITH ? `shard_count := ${SHARDS}, colocate_with := 'none'` : `colocate_with := '${PLACED_WITH}'`;
	await execute(tx, `select create_distributed_table('${table}', '${by}', ${where})`);
	await execute(tx, `select truncate_local_data_after_distributing_table('${table}')`);
}

async function tighten(tx: Tx): Promise<void> {
	for (const [table, other, columns] of FOREIGN_KEYS) {
		const name = `${table}_${columns.split(', ').join('_')}_fkey`.slice(0, 50);
		await execute(tx, `alter table ${table} add constraint ${name} foreign key (${columns}) references ${other}`);
	}
}

async function execute(tx: Tx, text: string): Promise<void> {
	await tx.query({ text });
}
