/** A whole month of a voting site in minutes: real server, real database, real providers, and a clock turned by hand. */
import { DAY_MS, midnight, momentsOf, SETUP, type Moment } from './calendar.ts';
import { voteTooLate } from './fans/voting.ts';
import { gatherCrowd } from './fans/crowd.ts';
import type { Fan } from './fans/fan.ts';
import { liveThrough } from './fans/moment.ts';
import { openJournal, type Journal } from './journal.ts';
import { openDesk } from './operators/desk.ts';
import { decideLastCase, openLastCase, work, type Shift } from './operators/schedule.ts';
import { setUp } from './operators/set-up.ts';
import { prove, type Proof } from './report/prove.ts';
import { readFacts, type Facts } from './report/facts.ts';
import { startMeasuring, type Measured } from './report/measured.ts';
import type { Size } from './world.ts';
import { DAILY, runJobs } from './stage/jobs.ts';
import { openStage } from './stage/stage.ts';
import { inParallel } from './wire/client.ts';

export interface Simulated {
	/** The same in every run of one seed and size. */
	facts: Facts;
	proof: Proof;
	/** By this machine, at this hour. */
	measured: Measured;
}

interface SimulationOptions {
	/** Address of the owner of an empty, migrated database with a clock by hand. */
	databaseUrl: string;
	size: Size;
	seed: number;
	say?: (line: string) => void;
}

export async function simulate({
	databaseUrl,
	size,
	seed,
	say = () => undefined,
}: SimulationOptions): Promise<Simulated> {
	const stage = await openStage(databaseUrl, SETUP);
	try {
		const desk = openDesk(stage);
		const shift: Shift = {
			desk,
			stage,
			world: await setUp(desk, size),
			purchases: [],
			cases: new Map(),
			networksFound: 0,
		};
		const crowd = gatherCrowd(size, seed);
		const journal = openJournal();
		const measuring = await startMeasuring(stage);
		for (const moment of momentsOf(size.days)) await liveMoment({ shift, crowd, journal, moment, say });
		await endMonth(shift, crowd, journal);
		const measured = await measuring.end(journal);
		say('the month is over; the books and the logs are audited');
		const proof = await prove(stage);
		return { facts: await readFacts({ shift, seed, size, journal }), proof, measured };
	} finally {
		await stage.close();
	}
}

interface Living {
	shift: Shift;
	crowd: readonly Fan[];
	journal: Journal;
	moment: Moment;
	say: (line: string) => void;
}

async function liveMoment({ shift, crowd, journal, moment, say }: Living): Promise<void> {
	const { stage, world, purchases } = shift;
	await stage.clock.set(moment.at);
	if (moment.morning) {
		journal.beginDay(moment.day);
		await runJobs(stage.owner, DAILY);
		await work(shift, moment.day);
		say(`day ${moment.day + 1}: ${journal.votes} votes`);
	}
	await liveThrough(stage, { client: stage.client, journal }, { world, crowd, moment, purchases });
}

/** The first votes that come too late close the ranking. A review follows, then the certificate. */
async function endMonth(shift: Shift, crowd: readonly Fan[], journal: Journal): Promise<void> {
	const { stage, world } = shift;
	const end = midnight(world.size.days);
	journal.beginDay(world.size.days);
	await stage.clock.set(end + 5_000);
	const late = crowd.filter(({ registered, random }) => registered && random.chance(0.3));
	await inParallel(late, 100, (fan) => voteTooLate({ client: stage.client, journal }, world, fan));
	await runJobs(stage.owner, DAILY);
	await stage.clock.set(end + 3_600_000);
	await openLastCase(shift);
	await stage.clock.set(end + 1.5 * DAY_MS);
	await runJobs(stage.owner, DAILY);
	await decideLastCase(shift);
	await stage.clock.set(end + 2.1 * DAY_MS);
	await runJobs(stage.owner, DAILY);
}
