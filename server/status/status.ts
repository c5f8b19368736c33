/**
 * Measures how the site is doing, at most once a second. Every part is read by itself, so that there is an answer while
 * the database is away: incidents are then those that were read last.
 */
import type { SiteStatus } from '#contract/status.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { READ_TIMEOUT_MS, type LastKnown } from '#server/db/last-known.ts';
import { within } from '#server/kernel/within.ts';
import type { Db } from '#server/kernel/database.ts';
import { nowInSeconds } from '#server/kernel/epoch.ts';
import { readIncidents, type Incidents } from '#server/incidents/incidents.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readSite } from '#server/site/site.ts';
import { readVoteLogHealth } from '#public-log/server/public-log.ts';
import { paceOf } from '#server/voting/pace.ts';
import { ageOfCharts } from './chart-age.ts';
import { watchLag } from './lag.ts';
import { healthOfCharts, healthOfLog, healthOfVoting, worst } from './rules.ts';
import type { SitePace } from './site-pace.ts';

const AGE_MS = 1_000;

/** What the page needs beside the numbers. Null before the first successful read. */
export type StatusSite = Pick<SiteConfiguration, 'product' | 'timezone' | 'timezone_name'>;

export interface StatusReport {
	status: SiteStatus;
	site: StatusSite | null;
}

interface StatusSources {
	known: LastKnown;
	boards: Boards;
	pace: Pick<SitePace, 'watch' | 'readOthers'>;
}

/** Returns a function that measures, or returns what was measured within the last second. */
export function openStatus({ known, boards, pace }: StatusSources): () => Promise<StatusReport> {
	const lagOf = watchLag();
	let site: SiteConfiguration | null = null;
	let incidents: Incidents & { asOf: number | null } = { open: [], past: [], asOf: null };
	let everRead = false;
	let last: { report: Promise<StatusReport>; at: number } | null = null;

	async function measure(): Promise<StatusReport> {
		const reading = known.reading();
		const read = async <Value>(part: (db: Db) => Promise<Value>): Promise<Value | null> =>
			within(part(reading.db), READ_TIMEOUT_MS).catch(() => null);
		const [newSite, log, newIncidents, others] = await Promise.all([
			read((db) => readSite(db, boards)),
			read(readVoteLogHealth),
			read(readIncidents),
			read(pace.readOthers),
		]);
		const time = nowInSeconds();
		const asOf = reading.asOf();
		site = newSite ?? site;
		if (newIncidents) incidents = { ...newIncidents, asOf };
		else if (everRead) incidents.asOf ??= time;
		everRead ||= newIncidents !== null;
		const databaseAway = asOf !== null || !newSite || !log || !newIncidents;
		const age = await ageOfCharts(boards, site?.rank_entry_configs ?? []);
		const votes = paceOf([pace.watch.counts(), ...(others ?? [])]);
		const lag = log && !databaseAway ? lagOf(log) : null;
		const parts = {
			charts: {
				health: age === 'none open' ? 'working' : healthOfCharts(age),
				age_seconds: typeof age === 'number' ? age : null,
			},
			voting: { health: healthOfVoting({ ...votes, databaseAway }), p50_ms: votes.p50Ms, p99_ms: votes.p99Ms },
			vote_log: { health: healthOfLog(lag), entries_waiting: log?.unpublished ?? null, lag_seconds: lag },
		} as const;
		const reported = incidents.open.length > 0 ? 'slow' : 'working';
		return {
			site,
			status: {
				...parts,
				health: worst(parts.charts.health, parts.voting.health, parts.vote_log.health, reported),
				time,
				open_incidents: incidents.open,
				past_incidents: incidents.past,
				incidents_as_of: everRead ? incidents.asOf : time,
			},
		};
	}

	return () => {
		if (!last || performance.now() - last.at >= AGE_MS) last = { report: measure(), at: performance.now() };
		return last.report;
	};
}
