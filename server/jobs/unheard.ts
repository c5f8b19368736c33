/**
 * Finds jobs that the database gave to a runner of this process without the runner's hearing of it: the connection was
 * lost after the commit. The runner asks for another job and lives on, so nobody else takes the first one up either.
 */
import type pg from 'pg';

/** Ids of the jobs that a runner is working on. */
export type UnderWay = ReadonlySet<string>;

export interface Unheard {
	/** Gives back jobs that have been held for `silentMs` without being worked on. Returns their ids. */
	giveBack(client: pg.ClientBase): Promise<string[]>;
}

export function findUnheard(runners: ReadonlyMap<string, UnderWay>, silentMs: number): Unheard {
	/** Jobs that are held and not worked on, and since when we know. A job that was given just now begins in a moment. */
	let idle = new Map<string, number>();

	return {
		async giveBack(client) {
			const now = performance.now();
			const { rows } = await client.query<Held>(SELECT_HELD, [[...runners.keys()]]);
			const held = rows.filter(({ id, name }) => !runners.get(name)?.has(id));
			idle = new Map(held.map(({ id }) => [id, idle.get(id) ?? now]));
			const unheard = [...idle].filter(([, since]) => now - since >= silentMs).map(([id]) => id);
			if (unheard.length > 0) await client.query(GIVE_BACK, [unheard, [...runners.keys()]]);
			return unheard;
		},
	};
}

interface Held {
	id: string;
	name: string;
}

const SELECT_HELD = `
	select id::text as id, locked_by as name from graphile_worker._private_jobs where locked_by = any ($1::text[])`;
const GIVE_BACK = `
	update graphile_worker._private_jobs set locked_by = null, locked_at = null
	where id = any ($1::bigint[]) and locked_by = any ($2::text[])`;
