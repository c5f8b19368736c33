/** What a page's main thread did, by Chromium's trace of a visit. */
import { readFile } from 'node:fs/promises';

/** As much as Lighthouse's mobile preset slows the processor down. */
const CPU_SLOWDOWN = 4;
/** A task is long, and blocks a tap, after this time. */
const LONG_MS = 50;

interface TraceEvent {
	name: string;
	pid: number;
	tid: number;
	/** Microseconds, of all clocks and of the thread's own processor time. */
	ts: number;
	tdur?: number;
	args: { name?: string; data?: { documentLoaderURL?: string } };
}

/**
 * Blocking time of the visit in milliseconds, as Lighthouse counts it, by the processor time of each task: what others on
 * the machine take meanwhile is not in it.
 */
export async function blockingByProcessorTime(file: string): Promise<number> {
	const { traceEvents } = JSON.parse(await readFile(file, 'utf8')) as { traceEvents: TraceEvent[] };
	const visit = traceEvents.findLast(
		({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith('http'),
	);
	const main = traceEvents.find(
		({ name, pid, args }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === visit?.pid,
	);
	if (!visit || !main) throw new Error('The trace does not tell which thread is the main one');
	let blocking = 0;
	for (const { name, pid, tid, ts, tdur = 0 } of traceEvents) {
		if (name !== 'RunTask' || pid !== main.pid || tid !== main.tid || ts < visit.ts) continue;
		blocking += Math.max(0, (tdur / 1000) * CPU_SLOWDOWN - LONG_MS);
	}
	return Math.round(blocking);
}
