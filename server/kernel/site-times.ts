/** Turns the local times that operators send into instants, by the rule that the console's forms use as well. */
import { localTimeOf, nearestInstant, readLocal, startOfDay } from '#contract/values/local-time.ts';
import { type Db, epochMs, sql } from './database.ts';
import { Problem } from './problem.ts';

interface Kept {
	local: string | null;
	seconds: number | null;
}

const DAY_S = 86_400;

export class SiteTimes {
	/** The database's clock. */
	readonly now: Date;
	readonly #zone: string;

	constructor({ now, timezone }: { now: number; timezone: string }) {
		this.now = new Date(now);
		this.#zone = timezone;
	}

	/** Of two, the one nearest to now; unchanged text keeps its own. @throws {Problem} invalid_request if it is skipped */
	instantOf(field: string, local: string, kept?: Kept): Date;
	instantOf(field: string, local: string | null, kept?: Kept): Date | null;
	instantOf(field: string, local: string | null, kept?: Kept): Date | null {
		if (local === null) return null;
		if (kept?.local === local && kept.seconds !== null) return dateOf(kept.seconds);
		const instant = nearestInstant(this.#known(readLocal(local, this.#zone)), this.now.getTime() / 1000);
		if (instant !== undefined) return dateOf(instant);
		const message = `${local.replace('T', ' ')} does not exist in ${this.#zone}, because clocks are set forward then`;
		throw new Problem('invalid_request', { message: `${field}: ${message}` });
	}

	/** `YYYY-MM-DD`. */
	get today(): string {
		return this.localOf(this.now.getTime() / 1000).slice(0, 10);
	}

	/** Returns the local time of an instant (epoch seconds), as spreadsheets read it: `YYYY-MM-DD HH:MM`. */
	localOf(seconds: number): string {
		return this.#known(localTimeOf(seconds, this.#zone)).replace('T', ' ');
	}

	startOf(day: string): Date {
		return dateOf(this.#known(startOfDay(day, this.#zone)));
	}

	endOf(day: string): Date {
		const next = new Date(Date.parse(day) + DAY_S * 1000).toISOString().slice(0, 10);
		// The last day of the century is followed by none that can be read.
		return dateOf(startOfDay(next, this.#zone) ?? this.startOf(day).getTime() / 1000 + DAY_S);
	}

	#known<Read>(read: Read | null): Read {
		if (read === null) throw new Error(`Not a time from 2000 to 2099, or not a time zone: ${this.#zone}`);
		return read;
	}
}

export async function readSiteTimes(db: Db): Promise<SiteTimes> {
	return new SiteTimes(
		await sql`select ${epochMs('lightstick_now()')} as now, timezone from site_setting`.one<{
			now: number;
			timezone: string;
		}>(db),
	);
}

const dateOf = (seconds: number) => new Date(seconds * 1000);

/** Both follow time servers, so they differ by milliseconds. */
const DIFFERENCE_MAX_S = 5;

/** Returns how many seconds the database is ahead of this process. Time that the answer took counts for neither. */
export async function readClockDifference(db: Db): Promise<number> {
	const asked = Date.now();
	const startedAt = performance.now();
	const told = await sql`select ${epochMs('clock_timestamp()')}`.value<number>(db);
	const latest = asked + (performance.now() - startedAt);
	return (told > latest ? told - latest : Math.min(0, told - asked)) / 1000;
}

export function clockFault(seconds: number): string | null {
	if (Math.abs(seconds) <= DIFFERENCE_MAX_S) return null;
	const by = Math.round(Math.abs(seconds));
	return `the clock of the database is ${by} s ${seconds > 0 ? 'ahead of' : 'behind'} that of this process`;
}
