/**
 * Whatever happens, in whatever order: a vote counts or stands voided, never both and never twice, and every gem is
 * accounted for. Fans vote while operators open cases, void and restore at once, send everything twice, and processes die
 * between any two statements.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type CaseReason, caseReason } from '#contract/voting.ts';
import type { AuditReport } from '#server/books/audit.ts';
import { readConfig } from '#server/config/config.ts';
import { Problem } from '#server/kernel/problem.ts';
import { openCase } from '#server/voting/operator/cases/cases.ts';
import { decideVotes, type Asked } from '#server/voting/operator/cases/decide.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { sql } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aContest, pauseContest, resumeContest } from '../../fixtures/voting/contests.ts';
import { anEngine, voterOf } from '../../fixtures/voting/engine.ts';
import { crashing, isCrash, type CrashingDatabase } from '../../fixtures/database/crashes.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { aKey, beforeTests, type Contest, type Colleague, type Person } from '../../fixtures/site/site.ts';

const RUNS = 30;
const BATCH = 3;
const NO_BOUND = 1e9;
const TRIES = 50;

let operators: Colleague[];
const done = { votes: 0, refused: 0, cases: 0, voids: 0, restores: 0, crashes: 0 };

const database = beforeTests(copyDatabase);
let db: CrashingDatabase;
const engine = beforeTests(() => anEngine(database.db, { ...readConfig({}).voting, batchMax: 5 }));
beforeAll(async () => {
	db = crashing(database.db);
	operators = [await aColleague(database.owner, 'owner'), await aColleague(database.owner, 'owner')];
});

interface Run {
	contest: Contest;
	fans: Person[];
	cases: number[];
}

const at = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item;

/** Accepts refusals as results. After a database crash, retries with the same key, as an operator's browser does. */
async function untilAnswered(request: () => Promise<unknown>): Promise<boolean> {
	for (let tries = 0; tries < TRIES; tries += 1) {
		try {
			await request();
			return true;
		} catch (error) {
			if (error instanceof Problem) return false;
			if (!isCrash(error)) throw error;
			if (db.restart()) done.crashes += 1;
		}
	}
	throw new Error('Nothing was answered');
}

type Step = (run: Run) => Promise<unknown>;

type Numbers<Name extends string> = Record<Name, number>;

async function castVote({ contest, fans }: Run, { fan, artist, tickets }: Numbers<'fan' | 'artist' | 'tickets'>) {
	const { fanId, tokenHash } = at(fans, fan);
	const artistId = at(contest.artistIds, artist);
	const own = { fanId, tokenHash, key: aKey(), voter: voterOf({ fanId }) };
	const ballot = { ...own, rankingKey: contest.key, artistId, expectedCost: null, isRetry: false };
	const counted = await untilAnswered(() => engine.cast({ ...ballot, tickets }));
	done[counted ? 'votes' : 'refused'] += 1;
}

async function open(run: Run, { who, fans, artist, reason }: Numbers<'who' | 'fans' | 'artist' | 'reason'>) {
	const code = at(caseReason.options, reason) satisfies CaseReason;
	const chosen = run.fans.filter((_, index) => (fans >> index) % 2 === 1).map(({ fanId }) => fanId);
	const filter =
		artist === 0 || chosen.length === 0 ? { artist_id: at(run.contest.artistIds, reason) } : { fan_ids: chosen };
	const asked = { ranking_key: run.contest.key, reason: code, statement: 'x', filter, objection_hours: 24 };
	const incident = { incident_url: 'https://status.example/1', idempotencyKey: aKey() };
	await untilAnswered(async () => {
		const { case: opened } = await openCase(db, at(operators, who), { ...asked, ...incident });
		if (!run.cases.includes(opened.case_id)) run.cases.push(opened.case_id);
		// As if objections had been heard.
		await database.owner.query({ text: 'update vote_case set objections_until = opened_at' });
		done.cases += 1;
	});
}

async function decide(run: Run, deed: Asked['deed'], { who, which, fan }: Numbers<'who' | 'which' | 'fan'>) {
	const caseId = run.cases.length > 0 ? at(run.cases, which) : 0;
	if (caseId === 0) return;
	const fanId = deed === 'restore' && fan > 0 ? at(run.fans, fan).fanId : null;
	const [asked, key] = [{ caseId, fanId, deed, why: 'x' }, aKey()];
	const ask = () => decideVotes(db, at(operators, who), asked, key, NO_BOUND);
	const [begun] = await Promise.all([untilAnswered(ask), untilAnswered(ask)]);
	if (begun) done[deed === 'void' ? 'voids' : 'restores'] += 1;
}

async function work(_: Run, { crash, after }: Numbers<'crash' | 'after'>): Promise<void> {
	if (crash > 0) db.dieAt(crash, after ? 'after' : 'before');
	await untilAnswered(() => workOnCases(db, { batch: BATCH }));
	db.live();
}

/** Its lock keeps out batches and decisions alike. */
const pause = ({ contest }: Run) =>
	untilAnswered(async () => {
		await pauseContest(database.db, contest);
		await resumeContest(database.db, contest);
	}).then(() => undefined);

const number = (max: number) => fc.nat({ max });
const step = <Given>(
	weight: number,
	values: { [Name in keyof Given]: fc.Arbitrary<Given[Name]> },
	does: (run: Run, given: Given) => Promise<void>,
) => ({
	weight,
	arbitrary: fc.record(values).map((given): Step => {
		return (run) => does(run, given);
	}),
});

const anyStep = fc.oneof(
	step(6, { fan: number(4), artist: number(2), tickets: fc.integer({ min: 1, max: 6 }) }, castVote),
	step(2, { who: number(1), fans: number(31), artist: number(2), reason: number(6) }, open),
	step(2, { who: number(1), which: number(9), fan: number(0) }, (run, given) => decide(run, 'void', given)),
	step(4, { who: number(1), which: number(9), fan: number(5) }, (run, given) => decide(run, 'restore', given)),
	step(3, { crash: number(30), after: number(1) }, work),
	step(1, {}, pause),
);

let runs = 0;
let report: AuditReport | undefined;

async function play(moments: readonly (readonly Step[])[]): Promise<void> {
	runs += 1;
	const contest = await aContest(database.owner, `run-${runs}`, { gemsPerVote: 2 });
	const aFan = (n: number) => aPerson(database.owner, `fan ${runs}.${n}`, { earned: 20 + n, purchased: n * 15 });
	const people = Array.from({ length: 5 }, (_, n) => aFan(n));
	const run: Run = { contest, fans: await Promise.all(people), cases: [] };
	// The steps of one moment run concurrently.
	for (const steps of moments) await Promise.all(steps.map((does) => does(run)));
	db.live();
	await workOnCases(database.db, { batch: BATCH });
	report = await expectBooksToBalance(database.db);
}

it(`holds in ${RUNS} interleavings`, async () => {
	const moments = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 5 }), { minLength: 12, maxLength: 24 });
	await fc.assert(fc.asyncProperty(moments, play), { numRuns: RUNS, endOnFailure: true });
	console.log(`${runs} interleavings: ${JSON.stringify(done)}`);
	expect(report?.supply.byKind['void_return']).toBeDefined();
	for (const count of Object.values(done)) expect(count).toBeGreaterThan(0);
	expect(await deadlocksIn(database.owner)).toBe(0);
	expect(await sql`select from vote_case_work where finished_at is null`.all(database.owner)).toEqual([]);
});
