/** Measures the site at most once a second, every part by itself: with the database away, incidents are the last known. */
import type { SiteStatus, Health } from '#contract/status.ts';
import type { SiteConfiguration, RankEntryConfig } from '#contract/site.ts';
import { READ_TIMEOUT_MS, type LastKnown } from '#server/db/last-known.ts';
import { cached } from '#server/kernel/cache.ts';
import { within } from '#server/kernel/within.ts';
import type { Db } from '#server/kernel/database.ts';

import { readIncidents, type Incidents } from '#server/incidents/incidents.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readSite } from '#server/site/site.ts';
import { readVoteLogHealth } from '#public-log/server/public-log.ts';
import { paceOf } from '#server/voting/pace.ts';
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

export function openStatus({ known, boards, pace }: StatusSources): () => Promise<StatusReport> {
	const lagOf = watchLag();
	let site: SiteConfiguration | null = null;
	let incidents: Incidents & { asOf: number | null } = { open: [], past: [], asOf: null };
	let everRead = false;

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
		const time = Math.floor(Date.now() / 1000);
		const asOf = reading.asOf();
		site = newSite ?? site;
		if (newIncidents) incidents = { ...newIncidents, asOf };
		else if (everRead) incidents.asOf ??= time;
		everRead ||= newIncidents !== null;
		const databaseAway = asOf !== null || !newSite || !log || !newIncidents;
		const age = site && (await ageOfCharts(boards, site.rank_entry_configs));
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

	return cached(AGE_MS, measure);
}

export async function ageOfCharts(boards: Boards, entries: readonly Pick<RankEntryConfig, 'rank_key' | 'status'>[]) {
	const open = entries.filter(({ status }) => status === 'ongoing');
	if (open.length === 0) return 'none open';
	const ages = await Promise.all(open.map(({ rank_key: key }) => ageOf(boards, key)));
	return ages.includes(null) ? null : Math.max(...ages.map(Number));
}

async function ageOf(boards: Boards, rankingKey: string): Promise<number | null> {
	const build = await within(boards.read(rankingKey), READ_TIMEOUT_MS).catch(() => null);
	if (!build) return null;
	const { as_of: asOf } = build.chart;
	const age = asOf === undefined ? (performance.now() - build.readAt) / 1000 : Math.floor(Date.now() / 1000) - asOf;
	return Math.max(0, Math.round(age * 10) / 10);
}

export interface LogState {
	unpublished: number;
	last_checkpoint_time: number | null;
}

/** Seconds since entries wait without a publication: the last one's age would accuse a log of rare votes. */
export function watchLag(now: () => number = () => performance.now()): (log: LogState) => number {
	let waiting: { checkpoint: number | null; since: number } | null = null;
	return ({ unpublished, last_checkpoint_time: checkpoint }) => {
		if (unpublished === 0) waiting = null;
		else if (waiting?.checkpoint !== checkpoint) waiting = { checkpoint, since: now() };
		return waiting ? (now() - waiting.since) / 1000 : 0;
	};
}

/** A healthy chart is at most a second old. */
const CHART_SLOW_S = 10;
const VOTE_SLOW_MS = 2_000;
const LOG_SLOW_S = 60;
/** Shares of votes that fail by a fault of ours. */
const FAILED_SLOW = 0.01;
const FAILED_INTERRUPTED = 0.5;
/** A few that fail on a quiet morning are no interruption. */
const INTERRUPTED_FAILED_MIN = 10;

const ORDER: readonly Health[] = ['working', 'slow', 'interrupted'];

export const worst = (...all: Health[]) => ORDER[Math.max(...all.map((one) => ORDER.indexOf(one)))] ?? 'working';

export function healthOfCharts(ageSeconds: number | null): Health {
	if (ageSeconds === null) return 'interrupted';
	return ageSeconds > CHART_SLOW_S ? 'slow' : 'working';
}

type VotingFacts = Pick<ReturnType<typeof paceOf>, 'p99Ms' | 'votes' | 'failed'> & { databaseAway: boolean };

export function healthOfVoting({ p99Ms, votes, failed, databaseAway }: VotingFacts): Health {
	const share = failed === 0 ? 0 : failed / (votes + failed);
	if (databaseAway || (share > FAILED_INTERRUPTED && failed >= INTERRUPTED_FAILED_MIN)) return 'interrupted';
	return share > FAILED_SLOW || (p99Ms ?? 0) > VOTE_SLOW_MS ? 'slow' : 'working';
}

export const healthOfLog = (lagSeconds: number | null): Health =>
	lagSeconds === null || lagSeconds > LOG_SLOW_S ? 'slow' : 'working';
