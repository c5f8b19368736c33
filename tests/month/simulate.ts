/** A whole month of a voting site in minutes: real server, real database, real providers, and a clock turned by hand. */
import { readSpent, spentByVote, type Spent } from '../../testkit/spent.ts';
import { DAY_MS, midnight, momentsOf, SETUP, type Moment } from './calendar.ts';
import { Journal } from './fans/calls.ts';
import { gatherCrowd } from './fans/crowd.ts';
import type { Fan } from './fans/fan.ts';
import { liveThrough, voteTooLate } from './fans/moment.ts';
import { openDesk } from './operators/desk.ts';
import { decideLastCase, openLastCase, work, type Shift } from './operators/schedule.ts';
import { setUp } from './operators/set-up.ts';
import { readFacts, type Facts } from './report/facts.ts';
import { inParallel } from './stage/client.ts';
import { DAILY, runJobs, until, openStage, type Stage } from './stage/stage.ts';
import { type Size, BIRTHDAY, MONTHLY } from './world.ts';
import { audit } from '#server/books/audit.ts';
import { getVoteLogs } from '#contract/voting.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { auditLog } from '#public-log/auditor/main.ts';

export interface Simulated {
	/** The same in every run of one seed and size. */
	facts: Facts;
	proof: Proof;
	/** By this machine, at this hour: the cost of a vote, with everything else that the month brought. */
	measured: Spent & { seconds: number; retries: number };
}

interface SimulationOptions {
	/** Address of the owner of an empty, migrated database with a clock by hand. */
	databaseUrl: string;
	size: Size;
	seed: number;
	say?: (line: string) => void;
}

interface Living {
	shift: Shift;
	crowd: readonly Fan[];
	journal: Journal;
}

export async function simulate({ databaseUrl, size, seed, say }: SimulationOptions): Promise<Simulated> {
	await using stage = await openStage(databaseUrl, SETUP);
	const desk = openDesk(stage);
	const world = await setUp(desk, size);
	const shift: Shift = { desk, stage, world, purchases: [], cases: new Map(), networksFound: 0 };
	const journal = new Journal();
	const living: Living = { shift, crowd: gatherCrowd(size, seed), journal };
	const [startedAt, before] = [performance.now(), await readSpent(stage.owner, stage.server)];
	for (const moment of momentsOf(size.days)) {
		await liveMoment(living, moment);
		if (moment.morning) say?.(`day ${moment.day + 1}: ${journal.votes} votes`);
	}
	await endMonth(living);
	const measured = {
		...spentByVote(before, await readSpent(stage.owner, stage.server), journal.votes),
		seconds: Math.round((performance.now() - startedAt) / 1000),
		retries: stage.client.retries,
	};
	say?.('the month is over; the books and the logs are audited');
	const proof = await prove(stage);
	return { facts: await readFacts(shift, journal), proof, measured };
}

async function liveMoment({ shift, crowd, journal }: Living, moment: Moment): Promise<void> {
	const { stage, world, purchases } = shift;
	await stage.setClock(moment.at);
	if (moment.morning) {
		await runJobs(stage.owner, DAILY);
		await work(shift, moment.day);
	}
	await liveThrough(stage, { client: stage.client, journal }, { world, crowd, moment, purchases });
}

/** The first votes that come too late close the ranking. A review follows, then the certificate. */
async function endMonth({ shift, crowd, journal }: Living): Promise<void> {
	const { stage, world } = shift;
	const end = midnight(world.size.days);
	await stage.setClock(end + 5_000);
	const late = crowd.filter(({ registered, random }) => registered && random.chance(0.3));
	await inParallel(late, 100, (fan) => voteTooLate({ client: stage.client, journal }, world, fan));
	await runJobs(stage.owner, DAILY);
	await stage.setClock(end + 3_600_000);
	await openLastCase(shift);
	await stage.setClock(end + 1.5 * DAY_MS);
	await runJobs(stage.owner, DAILY);
	await decideLastCase(shift);
	await stage.setClock(end + 2.1 * DAY_MS);
	await runJobs(stage.owner, DAILY);
}

interface Proof {
	/** Rules of the books that were checked, and those that are broken. */
	rules: number;
	broken: string[];
	votes: number;
	logs: { name: string; passed: boolean }[];
	passed: boolean;
}

async function prove(stage: Stage): Promise<Proof> {
	const { findings, votes, passed } = await audit(stage.owner);
	const broken = findings.filter((finding) => finding.broken > 0).map(({ rule }) => rule);
	await until('the logs are not published', () => isPublished(stage));
	const { address } = stage.server;
	const places = [MONTHLY, BIRTHDAY].map((key) => `${address}/log/${key}`);
	const logs: Proof['logs'] = [];
	for (const place of places) logs.push(await verify(place, [place]));
	logs.push(await verify(`${address}/anchor`, [`${address}/anchor`, ...places.flatMap((place) => ['--log', place])]));
	return { rules: findings.length, broken, votes, logs, passed: passed && logs.every((log) => log.passed) };
}

async function isPublished({ client }: Stage): Promise<boolean> {
	const { text } = await client.ask({ path: `/api/v1${getVoteLogs.path}` });
	const { logs } = (JSON.parse(text) as { data: ReplyOf<typeof getVoteLogs> }).data;
	return logs.every(({ entries_waiting: waiting }) => waiting === 0);
}

async function verify(place: string, args: readonly string[]): Promise<Proof['logs'][number]> {
	let said = '';
	const say = (text: string) => void (said += text);
	const code = await auditLog(args, { out: say, error: say });
	if (code !== 0) console.error(said);
	return { name: place.slice(place.lastIndexOf('/') + 1), passed: code === 0 };
}
