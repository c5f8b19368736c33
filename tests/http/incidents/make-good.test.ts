/** Votes that fail by a fault of the site are made good for: the price of each, once per incident and fan. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Incident } from '#contract/operator/incidents/incidents.ts';
import { editIncident, listIncidents, makeGoodFor } from '#contract/operator/incidents/incidents.ts';
import { giveMakeGoods } from '#server/incidents/make-good/make-good.ts';
import type { Database } from '#server/kernel/database.ts';
import { eraseAccounts, requestDeletion } from '#server/accounts/accounts.ts';
import { diskStore } from '#server/media/store.ts';
import { readWallet } from '#server/gems/gems.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import * as fixture from '../../fixtures/incidents/incidents.ts';
import { aColleague, dataAs, outcomeAs, trailOf } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = beforeTests(openSite);
const contest = beforeTests(() => aContest(site.owner, 'november'));
const finance = beforeTests(() => aColleague(site.owner, 'finance'));
const second = beforeTests(() => aColleague(site.owner, 'owner'));
// The incidents of all tests are of the same hour: nothing of one test is owed, or waits, in the next.
afterEach(async () => {
	await site.owner.query({ text: 'delete from failed_vote' });
	await site.owner.query({ text: 'update approval set expires_at = lightstick_now() where decision is null' });
});

const someone = (name: string, earned = 1_000) => aPerson(site.owner, name, { earned });
const several = (...names: string[]) => Promise.all(names.map((name) => someone(name)));
const balancesOf = (fans: Person[]) => Promise.all(fans.map(async (fan) => (await readWallet(site.db, fan)).earned));
/** Each has cast a vote of 7 tickets that failed. */
const afterFaultOf = (...fans: Person[]) => afterFault(fans.map((fan) => ({ fan, tickets: 7 })));
const failures = async () => (await fixture.failedVotes(site)).length;

/** Votes of these fans fail during an incident, which is resolved then. */
async function afterFault(votes: { fan: Person; tickets: number }[], during = async () => {}): Promise<Incident> {
	const incident = await fixture.anIncident(site, finance);
	await fixture.whileVotesFail(site, async () => {
		for (const each of votes) expect((await fixture.vote(site, { ...each, contest })).status).toBe(500);
		await during();
	});
	const fans = new Set(votes.map(({ fan }) => fan.fanId)).size;
	await expect.poll(failures).toBe(fans);
	return fixture.resolve(site, finance, incident);
}

/** Asks, approves and gives. */
async function makeGood(incident: Incident): Promise<void> {
	const { answer } = await fixture.askMakeGood(site, finance, incident);
	expect(answer.body).toMatchObject({ code: 200, data: { status: 'waiting' } });
	expect(await fixture.approveAll(site, second)).toEqual(['ok']);
	await giveMakeGoods(site.db);
}

describe('who is owed gems', () => {
	it('are fans whose votes failed: the price of the first vote of a minute, as far as they could pay, up to the limit', async () => {
		const [ana, poor, rich] = [await someone('Ana'), await someone('Poor', 25), await someone('Rich', 90_000)];
		const [none, frozen] = [await someone('None', 0), await someone('Frozen')];
		const votes = [
			{ fan: ana, tickets: 7 },
			{ fan: ana, tickets: 9 },
			{ fan: poor, tickets: 1_000_000 },
			{ fan: rich, tickets: 900 },
			{ fan: none, tickets: 3 },
			{ fan: frozen, tickets: 3 },
		];
		// In the middle of the next minute: both votes of one fan are of the same, and later than their gems.
		await site.clock.set(new Date(new Date(Date.now() + 60_000).setSeconds(30, 0)));
		const incident = await afterFault(votes, async () => {
			await site.owner.query({ text: 'update wallet set frozen = true where fan_id = $1', values: [frozen.fanId] });
		});
		const { preview } = await fixture.askMakeGood(site, finance, incident, { cap: 300 });
		await site.owner.query({ text: 'update wallet set frozen = false' });
		await site.clock.run();
		expect(preview).toEqual({
			fans: 3,
			votes: 3,
			gems: 395,
			list: [
				{ fan_id: rich.fanId, votes: 1, price: 9_000, gems: 300 },
				{ fan_id: ana.fanId, votes: 1, price: 70, gems: 70 },
				{ fan_id: poor.fanId, votes: 1, price: 10_000_000, gems: 25 },
			],
		});
	});

	it('are not fans who got their vote in after all, were refused by a rule, or failed outside of the incident', async () => {
		const [again, other, late] = (await several('Again', 'Other', 'Late')) as [Person, Person, Person];
		const ruled = await someone('Ruled', 5);
		const key = aKey();
		const incident = await fixture.anIncident(site, finance);
		await fixture.whileVotesFail(site, async () => {
			await fixture.vote(site, { fan: again, contest, tickets: 7, key });
			await fixture.vote(site, { fan: other, contest, tickets: 7 });
		});
		// The time of a failure is told by the database, so it is surely before the votes that follow once it is written.
		await expect.poll(failures).toBe(2);
		expect((await fixture.vote(site, { fan: again, contest, tickets: 7, key })).status).toBe(200);
		expect((await fixture.vote(site, { fan: other, contest, tickets: 2 })).status).toBe(200);
		expect((await fixture.vote(site, { fan: ruled, contest, tickets: 7 })).status).toBe(400);
		const resolved = await fixture.resolve(site, finance, incident);
		await fixture.whileVotesFail(site, () => fixture.vote(site, { fan: late, contest, tickets: 7 }));
		await expect.poll(failures).toBe(3);
		const { preview, answer } = await fixture.askMakeGood(site, finance, resolved);
		expect([preview.fans, answer.body.error]).toEqual([0, 'make_good_empty']);
	});
});

describe('a make-good', () => {
	it('gives its gems once, names the incident in the gem history, and leaves the books balanced', async () => {
		const ana = await someone('Ana');
		const incident = await afterFaultOf(ana);
		const { incident_id } = incident;
		await makeGood(incident);
		await giveMakeGoods(site.db);
		expect(await balancesOf([ana])).toEqual([1_070]);
		const { body } = await site.ask({ path: '/user/me/gem-logs', token: ana.token });
		const description = 'For votes that failed: Votes fail';
		expect(body.data).toMatchObject({
			gem_logs: [{ gem_offset: 70, kind: 'adjustment', description, incident_id }, { gem_offset: 1_000 }],
		});
		const { incidents } = await dataAs(site, finance, listIncidents, {});
		const shown = incidents.find((one) => one.incident_id === incident_id);
		expect(shown?.make_goods).toMatchObject([{ fans: 1, gems: 70, given: 70, finished_time: expect.any(Number) }]);
		expect((await trailOf(site, `incident:${incident_id}`)).map(({ action }) => action)).toEqual(
			'incident.make_good approval.ask incident.update incident.open'.split(' '),
		);
		await expectBooksToBalance(site.db);
		expect((await fixture.askMakeGood(site, finance, incident)).answer.body.error).toBe('make_good_empty');
	});

	it('that two operators ask for, approved twice at once and given by two processes, is given once', async () => {
		const fans = await several(...'a b c d e f g h i'.split(' '));
		const incident = await afterFaultOf(...fans);
		const asked = await Promise.all([finance, second].map((by) => fixture.askMakeGood(site, by, incident)));
		expect(asked.map(({ answer }) => answer.status)).toEqual([200, 200]);
		const third = await aColleague(site.owner, 'owner');
		expect(await fixture.approveAll(site, third)).toEqual(['make_good_empty', 'ok']);
		await Promise.all([1, 2, 3].map(() => giveMakeGoods(site.db, { batch: 2 })));
		expect(await balancesOf(fans)).toEqual(fans.map(() => 1_070));
		await expectBooksToBalance(site.db);
	});

	it('counts a failed vote for one incident only, where two overlap', async () => {
		const ana = await someone('Ana');
		const overlapping = await fixture.anIncident(site, finance, 'Charts stand still');
		await makeGood(await afterFaultOf(ana));
		const resolved = await fixture.resolve(site, finance, overlapping);
		expect((await fixture.askMakeGood(site, finance, resolved)).preview.fans).toBe(0);
	});

	it('leaves out an account that was erased before, and forgets its failed votes', async () => {
		const fans = await several('Gone', 'Early', 'Stays');
		const [gone, early, stays] = fans as [Person, Person, Person];
		const incident = await afterFaultOf(...fans);
		const erase = async (fan: Person) => {
			await requestDeletion(site.db, fan);
			await site.owner.query({ text: `update deletion_request set erase_at = lightstick_now()` });
			await eraseAccounts(site.db, diskStore(site.config.dataFolder));
		};
		await fixture.askMakeGood(site, finance, incident);
		await erase(early);
		expect(await fixture.approveAll(site, second)).toEqual(['ok']);
		await erase(gone);
		await giveMakeGoods(site.db);
		expect(await balancesOf(fans)).toEqual([0, 0, 1_070]);
		expect(await fixture.failedVotes(site)).toEqual([{ fanId: stays.fanId, tickets: 7 }]);
		await expectBooksToBalance(site.db);
	});

	it('needs a resolved incident, the sum that was previewed and the span that was approved', async () => {
		const ana = await someone('Ana');
		const open = await fixture.anIncident(site, finance, 'Another one');
		const body = { gems_per_fan_max: 10, fans: 1, gems: 10, why: 'so' };
		const call = ({ incident_id }: { incident_id: number }, given = body) =>
			outcomeAs(site, finance, makeGoodFor, { params: { incident_id }, body: given });
		expect([await call(open), await call({ incident_id: 999 })]).toEqual(['incident_open', 'incident_not_found']);
		const incident = await afterFaultOf(ana);
		expect(await call(incident, { ...body, gems: 9 })).toBe('stale_edit');
		await fixture.askMakeGood(site, finance, incident);
		const { title, parts, version, ends_local } = incident;
		const longer = { version, title, parts, starts_local: await fixture.localTime(site, 90), ends_local };
		await dataAs(site, finance, editIncident, { params: incident, body: longer });
		expect(await fixture.approveAll(site, second)).toEqual(['stale_edit']);
	});
});

/** Breaks the third and later transactions, as a killed process does. */
function dying(db: Database, transactions: number): Database {
	let begun = 0;
	return {
		...db,
		transaction: (work) => {
			begun += 1;
			return begun <= transactions ? db.transaction(work) : Promise.reject(new Error('died'));
		},
	};
}

it.for(['a process that dies half-way', 'one grant that cannot be given'])(
	'%s costs no other fan, and its fans are given their gems when it goes on',
	async (fault) => {
		const fans = await several('First', 'Second', 'Third');
		const incident = await afterFaultOf(...fans);
		await fixture.askMakeGood(site, finance, incident);
		expect(await fixture.approveAll(site, second)).toEqual(['ok']);
		if (fault.startsWith('a process')) {
			await expect(giveMakeGoods(dying(site.db, 2), { batch: 1 })).rejects.toThrow('died');
			expect((await balancesOf(fans)).toSorted((one, other) => one - other)).toEqual([1_000, 1_070, 1_070]);
		} else {
			const mend = await breakRows(site, 'insert on ledger_entry', `new.fan_id = ${fans[1]?.fanId}`);
			await expect(giveMakeGoods(site.db, { batch: 2 })).rejects.toThrow('a fault of ours');
			expect(await balancesOf(fans)).toEqual([1_070, 1_000, 1_070]);
			await mend();
		}
		await expectBooksToBalance(site.db);
		await giveMakeGoods(site.db);
		expect(await balancesOf(fans)).toEqual(fans.map(() => 1_070));
		await expectBooksToBalance(site.db);
	},
);
