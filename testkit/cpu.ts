/** Processor time by process, as Linux counts it; null elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of the kernel's accounts, in microseconds: 100 a second on every Linux that Node runs on. */
const TICK_US = 10_000;

/** Microseconds that a process has used since it began. */
export function cpuOf(pid: number): number | null {
	try {
		// After the program's name, which may hold anything: state, eleven numbers, then user and system time.
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
		return (Number(fields[11]) + Number(fields[12])) * TICK_US;
	} catch {
		return null;
	}
}

/** Microseconds of all PostgreSQL processes that live now. */
export function cpuOfPostgres(): number | null {
	try {
		const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
		const used = pids.filter(isPostgres).map((pid) => cpuOf(Number(pid)) ?? 0);
		return used.reduce((sum, us) => sum + us, 0);
	} catch {
		return null;
	}
}

function isPostgres(pid: string): boolean {
	try {
		return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
	} catch {
		return false;
	}
}
