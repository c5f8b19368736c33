/** What a server holds, again and again, and by how much it grew. */
import { readdirSync } from 'node:fs';
import { one } from '#server/kernel/database.ts';
import type { BenchDatabase } from '../lib/ground.ts';
import { median } from '../lib/rounds.ts';
import type { Inside, Inspector } from './inspector.ts';

const LOOKS_MAX = 20;
const LOOK_EVERY_MS = 500;

export interface Sample extends Inside {
	/** Seconds since the start. */
	at: number;
	/** File descriptors, sockets among them. Null where the system does not tell. */
	descriptors: number | null;
	/** Connections to the database. */
	connections: number;
}

export async function takeSample(
	inspector: Inspector,
	{ db }: BenchDatabase,
	pid: number,
	at: number,
): Promise<Sample> {
	const inside = await lookAtRest(inspector);
	const text = 'select count(*) as connections from pg_stat_activity where datname = current_database()';
	const { connections } = await one<{ connections: number }>(db, { text });
	return { ...inside, at, descriptors: descriptorsOf(pid), connections };
}

/** Connections that the load closed need a moment to end on the other side. Gives up on a server that stays busy. */
async function lookAtRest(inspector: Inspector): Promise<Inside> {
	let inside = await inspector.look();
	for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
		await new Promise((resolve) => void setTimeout(resolve, LOOK_EVERY_MS));
		const next = await inspector.look();
		if (next.resources >= inside.resources) return next;
		inside = next;
	}
	return inside;
}

export type Quantity = Exclude<keyof Sample, 'at'>;

/** The first and the last third, and the growth between them in percent. */
export function growthOf(
	samples: readonly Sample[],
	quantity: Quantity,
): { first: number; last: number; percent: number } {
	const third = Math.max(1, Math.floor(samples.length / 3));
	const values = samples.map((sample) => sample[quantity] ?? Number.NaN);
	const typical = COUNTS.has(quantity) ? leastOf : median;
	const [first, last] = [typical(values.slice(0, third)), typical(values.slice(-third))];
	return { first, last, percent: (100 * (last - first)) / first };
}

/** A pool's connections come and go, so one more in the middle says nothing. A leak raises the fewest that are ever open. */
const COUNTS: ReadonlySet<Quantity> = new Set<Quantity>(['descriptors', 'resources', 'connections']);
const leastOf = (values: readonly number[]) => Math.min(...values);

function descriptorsOf(pid: number): number | null {
	try {
		return readdirSync(`/proc/${pid}/fd`).length;
	} catch {
		return null;
	}
}
