/** Processor time by process, and what the host of a virtual machine kept back, as Linux counts it; null elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of the kernel's accounts, in microseconds: 100 a second on every Linux that Node runs on. */
const TICK_US = 10_000;

/** Microseconds that a process has used since it began. */
export function cpuOf(pid: number): number | null {
	return readAccount(pid, 11);
}

/** After the program's name, which may hold anything: state, eleven numbers, then user and system time twice. */
function readAccount(pid: number, first: number): number | null {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
		return (Number(fields[first]) + Number(fields[first + 1])) * TICK_US;
	} catch {
		return null;
	}
}

/** The same, exact to the microsecond: of one thread, and without what the kernel counts by ticks. */
export function scheduledOf(pid: number): number | null {
	try {
		return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
	} catch {
		return null;
	}
}

/** The same of all threads of a process. */
export function scheduledOfProcess(pid: number): number | null {
	try {
		const threads = readdirSync(`/proc/${pid}/task`);
		return threads.reduce((sum, thread) => sum + (scheduledOf(Number(thread)) ?? 0), 0);
	} catch {
		return null;
	}
}

/** The same of all PostgreSQL processes that live now. */
export function cpuOfPostgres(): number | null {
	try {
		const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
		const used = pids.filter(isPostgres).map((pid) => cpuOf(Number(pid)) ?? 0);
		return used.reduce((sum, us) => sum + us, 0);
	} catch {
		return null;
	}
}

/** Starts to count; gives the percentage of all processor time since then that was wanted and given to others. */
export function countStolen(): () => number | null {
	const before = readTicks();
	return () => {
		const after = readTicks();
		return before && after ? (100 * (after.stolen - before.stolen)) / (after.all - before.all) : null;
	};
}

function readTicks(): { used: number; stolen: number; all: number } | null {
	try {
		// All processors: user, nice, system, idle, waiting for disks, interrupts, soft interrupts, stolen.
		const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? [];
		const [all, stolen = Number.NaN] = [fields.reduce((sum, ticks) => sum + ticks, 0), fields[7]];
		return { used: all - stolen - (fields[3] ?? 0) - (fields[4] ?? 0), stolen, all };
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
