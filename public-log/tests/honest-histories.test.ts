/** Whatever happens to an honest site, the auditor raises no alarm: histories by chance, through the real publisher. */
import { randomBytes } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { auditAnchor } from '#public-log/auditor/anchor/audit-anchor.ts';
import { audit } from '#public-log/auditor/audit.ts';
import type { LogSource } from '#public-log/auditor/source/source.ts';
import { beginGeneration, type Cause } from '#public-log/server/generations/begin.ts';
import { growAnchor } from '#public-log/server/anchor/anchor.ts';
import { openLogKeys } from '#public-log/server/keys.ts';
import type { PublisherDeps } from '#public-log/server/publisher.ts';
import { certifyRanking, closeRanking } from '#server/rankings/closing/closing.ts';
import { openLogWriter } from '#server/storage.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import type { Engine } from '#server/voting/engine/engine.ts';
import { aPerson, type Person } from '../../tests/fixtures/accounts/people.ts';
import { copyDatabase, openTestDatabase, type TestDatabase } from '../../tests/fixtures/database/database.ts';
import { openSite, type Site } from '../../tests/fixtures/site/site.ts';
import { aCase, askToVoid, ofFans, restoreCase } from '../../tests/fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import { aBallot, anEngine, slugOf } from '../../tests/fixtures/voting/engine.ts';
import { makeDue } from './fixtures/anchor.ts';
import { failuresOf, logDeps, publishAll, sourceAt, withKeys } from './fixtures/log.ts';

const HOUR_MS = 3_600_000;

const DUES = ['minute', 'hour', 'day'] as const;
const SINGLE = ['opens', 'case', 'judges', 'races', 'backup', 'disaster', 'revokes', 'renames'] as const;

type Event =
	| { kind: 'votes'; count: number }
	| { kind: 'waits'; hours: number }
	/** The clock of the database is set, as by a failover to a server whose clock differs. */
	| { kind: 'steps'; seconds: number }
	| { kind: 'anchors'; due: (typeof DUES)[number] }
	| { kind: (typeof SINGLE)[number] };

const event = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }).map((count): Event => ({ kind: 'votes', count })) },
	{ weight: 2, arbitrary: fc.constantFrom(1, 25).map((hours): Event => ({ kind: 'waits', hours })) },
	{ weight: 2, arbitrary: fc.constantFrom(-2, 2).map((seconds): Event => ({ kind: 'steps', seconds })) },
	{ weight: 3, arbitrary: fc.constantFrom(...DUES).map((due): Event => ({ kind: 'anchors', due })) },
	{ weight: 8, arbitrary: fc.constantFrom(...SINGLE).map((kind): Event => ({ kind })) },
);

class History {
	now = Date.now();
	/** The latest last. */
	signingKeys = [randomBytes(32)];
	readonly contests: Contest[] = [];
	/** Places of logs that have ended. */
	readonly ended: string[] = [];
	people: Person[] = [];
	site!: Site;
	deps!: PublisherDeps;
	engine!: Engine;
	readonly folder: string;
	#database!: TestDatabase;
	#backup: { database: TestDatabase; at: number; contests: number } | null = null;
	#caseId: number | null = null;
	#generation = 1;

	constructor(folder: string) {
		this.folder = folder;
	}

	get place(): string {
		return this.#generation === 1 ? '' : `g${this.#generation}/`;
	}

	async open(database: TestDatabase): Promise<void> {
		this.#database = database;
		const configure = withKeys(...(this.signingKeys.toReversed() as [Buffer, ...Buffer[]]));
		await database.clock.set(new Date(this.now));
		this.site = await openSite({ env: { LIGHTSTICK_DATA: this.folder }, configure, database });
		this.deps = { ...(await logDeps(this.site)), store: openLogWriter(this.site.config, this.#generation) };
		this.engine = anEngine(database.db);
	}

	async close(): Promise<void> {
		await this.engine.close();
		await this.site.close();
	}

	async end(): Promise<void> {
		await this.close();
		await this.#database.drop();
		await this.#backup?.database.drop();
	}

	async tick(ms = 1_000): Promise<void> {
		this.now += ms;
		await this.#database.clock.set(new Date(this.now));
	}

	async happens(one: Event): Promise<void> {
		const { site, deps, contests } = this;
		await this.tick();
		if (one.kind === 'waits') await this.tick(one.hours * HOUR_MS);
		if (one.kind === 'steps') await this.tick(one.seconds * 1_000);
		if (one.kind === 'opens') contests.push(await this.#aContest());
		if (one.kind === 'votes') await Promise.all(Array.from({ length: one.count }, (_, at) => this.#vote(at)));
		if (one.kind === 'anchors') await this.anchor(one.due);
		if (one.kind === 'races') await Promise.all([publish(deps), publish(deps)]);
		if (one.kind === 'renames')
			await site.owner.query({ text: `update artist set en_name = en_name || ' II' where artist_id = 1` });
		if (one.kind === 'case') await this.#openCase();
		if (one.kind === 'judges' && this.#caseId !== null) await this.#judgeCase(this.#caseId);
		if (one.kind === 'backup') await this.#takeBackup();
		if (one.kind === 'disaster') await this.#restore();
		if (one.kind === 'revokes') await this.#revoke();
	}

	async anchor(due: (typeof DUES)[number]): Promise<void> {
		await publish(this.deps);
		await makeDue(this.site, due);
		await growAnchor(this.deps);
		await publish(this.deps);
	}

	#vote(at: number) {
		const contest = this.contests[at % this.contests.length] as Contest;
		const person = this.people[at % this.people.length] as Person;
		return this.engine.cast(aBallot(person, contest, { artistId: contest.artistIds[at % 3] ?? 0 }));
	}

	#aContest(): Promise<Contest> {
		const at = (days: number) => new Date(this.now + days * 24 * HOUR_MS);
		return aContest(this.site.owner, `contest-${this.contests.length}`, { startsAt: at(-0.001), endsAt: at(60) });
	}

	async #openCase(): Promise<void> {
		const owner = await this.site.operator('owner');
		const { key } = this.contests[0] as Contest;
		const filter = { filter: ofFans(this.people[0] as Person) };
		this.#caseId ??= (await aCase(owner, key, filter).catch(() => null))?.case_id ?? null;
	}

	/** Voids the votes of a case a day later, and gives them back. */
	async #judgeCase(caseId: number): Promise<void> {
		await this.tick(25 * HOUR_MS);
		const owner = await this.site.operator('owner');
		await askToVoid(owner, caseId);
		await workOnCases(this.site.db);
		await this.tick();
		await restoreCase(this.site, owner, caseId).catch(() => undefined);
		this.#caseId = null;
	}

	async #takeBackup(): Promise<void> {
		if (this.#backup) return;
		await this.close();
		const { url, db, owner } = this.#database;
		await Promise.all([db.close(), owner.close()]);
		const database = await copyDatabase(new URL(url).pathname.slice(1));
		this.#backup = { database, at: this.now, contests: this.contests.length };
		await this.open(openTestDatabase(url));
	}

	async #restore(): Promise<void> {
		if (!this.#backup) return;
		const { database, at, contests } = this.#backup;
		this.#backup = null;
		this.#caseId = null;
		await this.tick(60_000);
		await this.close();
		await this.#database.drop();
		await database.clock.set(new Date(this.now));
		await this.#begin(database, { restoredTo: new Date(at) });
		this.contests.length = contests;
	}

	async #revoke(): Promise<void> {
		// A backup holds an older generation than the store: restoring it afterwards is another story.
		if (this.#backup) return;
		// Revoked before the anchor told of its first log, a key leaves nothing that counts.
		await this.anchor('minute');
		const text = 'select public_key as key from anchor_log where public_key is not null';
		const [state] = await this.site.owner.query<{ key: Buffer }>({ text });
		if (!state) return;
		await this.close();
		this.signingKeys.push(randomBytes(32));
		await this.#begin(this.#database, { revokedKey: state.key });
	}

	async #begin(database: TestDatabase, cause: Cause): Promise<void> {
		await this.open(database);
		const { config } = this.site;
		const openStore = (generation: number) => openLogWriter(config, generation);
		const deps = { db: database.owner, publicUrl: config.publicUrl, keys: await openLogKeys(config), openStore };
		this.ended.push(...this.places(), `${this.place}anchor`);
		this.#generation = await beginGeneration(deps, cause);
		await this.close();
		await this.open(database);
	}

	places = (): string[] => this.contests.map(({ key }) => `${this.place}log/${key}`);

	async certify(): Promise<void> {
		await this.tick(61 * 24 * HOUR_MS);
		for (const { rankingId } of this.contests) {
			await closeRanking(this.site.db, rankingId);
			// A case that is open holds the result back.
			await certifyRanking(this.site.db, rankingId).catch((error: unknown) => {
				if (slugOf(error) !== 'case_open') throw error;
			});
		}
		await this.anchor('minute');
	}
}

/** Another publisher may be faster: then this one begins again. */
async function publish(deps: PublisherDeps): Promise<void> {
	for (let tries = 0; ; tries += 1) {
		try {
			return await publishAll(deps);
		} catch (error) {
			if (tries > 9 || !(error instanceof pg.DatabaseError) || error.code !== '40001') throw error;
		}
	}
}

/** Everything that an outsider can read, by itself and beside the anchor. */
async function expectNoAlarm({ site, place, places, ended }: History): Promise<void> {
	const published = async (one: string): Promise<LogSource[]> => {
		const source = sourceAt(site, one);
		return (await source.read('checkpoint', 10_000).catch(() => null)) ? [source] : [];
	};
	const current = (await Promise.all(places().map(published))).flat();
	for (const source of current) expect(failuresOf(await audit(source))).toEqual([]);
	const before = (await Promise.all([...new Set(ended)].map(published))).flat();
	const anchor = sourceAt(site, `${place}anchor`);
	if (!(await published(`${place}anchor`))[0]) return;
	expect(failuresOf(await auditAnchor(anchor, { logs: current }))).toEqual([]);
	expect(failuresOf(await auditAnchor(anchor, { logs: [...before, ...current] }))).toEqual([]);
}

async function live(events: readonly Event[]): Promise<void> {
	await using folder = await mkdtempDisposable(join(tmpdir(), 'lightstick-honest-'));
	const history = new History(folder.path);
	await history.open(await copyDatabase());
	try {
		const { owner } = history.site;
		history.people = await Promise.all(['a', 'b', 'c'].map((name) => aPerson(owner, name, { earned: 1_000_000 })));
		await history.happens({ kind: 'opens' });
		for (const one of events) await history.happens(one);
		await history.anchor('day');
		await expectNoAlarm(history);
		await history.certify();
		await expectNoAlarm(history);
	} finally {
		await history.end();
	}
}

const votes = { kind: 'votes', count: 20 } as const;
const anchors = { kind: 'anchors', due: 'hour' } as const;
const backup = { kind: 'backup' } as const;
const disaster = { kind: 'disaster' } as const;
const opens = { kind: 'opens' } as const;
const revokes = { kind: 'revokes' } as const;
const restored = [votes, anchors, backup, votes, anchors, disaster, votes];
const stepsBy = (seconds: number): Event => ({ kind: 'steps', seconds });
const judged = (['case', 'races', 'judges'] as const).map((kind) => ({ kind }));

it.each<[string, Event[]]>([
	['a log from after the moment of a restore', [votes, anchors, backup, opens, votes, anchors, disaster, opens, votes]],
	['a restore to before the anchor knew a key', [backup, opens, votes, anchors, disaster, anchors]],
	[
		'a restore to before published votes, and then another',
		[...restored, anchors, backup, votes, anchors, disaster, votes],
	],
	['a revoked key after a restore', [...restored, anchors, revokes, votes]],
	['clocks that step by two seconds', [votes, stepsBy(-3), votes, anchors, stepsBy(2), votes, anchors]],
	['an anchor that ended long after its first entry', [anchors, { kind: 'waits', hours: 25 }, revokes, opens]],
	['cases and two publishers', [votes, ...judged, votes, anchors]],
])('raises no alarm for %s', async (_name, events) => live(events));

it('raises no alarm for histories by chance', async () => {
	const events = fc.array(event, { minLength: 3, maxLength: 10 });
	await fc.assert(fc.asyncProperty(events, live), { numRuns: 2, endOnFailure: true });
});
