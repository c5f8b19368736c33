/**
 * Incidents from the console to fans: the status page, its JSON, and the notice above every page. Votes that fail by a fault of the site
 * are made good for: the price of each, once per incident and fan.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveMakeGoods } from '#server/incidents/make-good/make-good.ts';
import type { Database } from '#server/kernel/database.ts';
import { eraseAccounts, requestDeletion } from '#server/accounts/accounts.ts';
import { diskStore } from '#server/media/store.ts';
import { readWallet } from '#server/gems/gems.ts';
import * as incidents from '../../fixtures/incidents/incidents.ts';
import { aKey, beforeTests, dataOf, openSite, type Person } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';

let told: calls.Incident;
const TITLE = 'Votes <b>fail</b> & "wait"';

const site = beforeTests(() => openSite({ pages: true }));
const editor = beforeTests(() => site.operator('editor'));
const contest = beforeTests(() => site.contest('november', { tab: 'solo' }));
beforeAll(async () => void (await site.castVote(await site.fan('Ana', { earned: 100 }), contest)));

/** What was measured before is at most a second old. */
const statusWith = async (test: (status: calls.SiteStatus) => boolean): Promise<calls.SiteStatus> => {
	let status: calls.SiteStatus | null = null;
	await expect
		.poll(async () => {
			status = dataOf(calls.getStatus, await site.ask({ path: '/status' }));
			return test(status);
		})
		.toBe(true);
	return status as unknown as calls.SiteStatus;
};
const page = (path: string, language = 'en') =>
	site.app.inject({ url: path, headers: { 'accept-language': language } });

it('a site without incidents tells what it measures, to programs and on a page without script, and has no notice', async () => {
	expect((await page('/')).body).not.toContain('id="notice"');
	expect(dataOf(calls.getSite, await site.ask({ path: '/configurations/site' })).notice).toBeNull();
	const status = await statusWith(({ voting }) => voting.p99_ms !== null);
	expect(status).toMatchObject({
		charts: { health: 'working' },
		voting: { health: 'working' },
		open_incidents: [],
		past_incidents: [],
		incidents_as_of: null,
	});
	expect(status.charts.age_seconds).toBeLessThan(10);
	const { statusCode, body, headers } = await page('/status');
	expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	expect(body).toContain('No incidents in the last 90 days');
	expect(body).toMatch(/<dt>Slow vote<\/dt><dd>[\d,]+ ms<\/dd>/);
	expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/theme.js">']);
	expect(headers['content-security-policy']).toContain("style-src 'self'");
});

it('a site without incidents tells the times of votes of all its processes, also one that has cast none', async () => {
	const other = await openSite({ database: site });
	const p99 = async () => dataOf(calls.getStatus, await other.ask({ path: '/status' })).voting.p99_ms;
	await expect.poll(p99).toBe((await statusWith(({ voting }) => voting.p99_ms !== null)).voting.p99_ms);
	await other.close();
});

describe('an incident', () => {
	it('cannot begin later than now', async () => {
		const starts_local = await incidents.localTime(site, -10);
		const body = { title: 'x', parts: ['voting' as const], state: 'investigating' as const, words: 'x', starts_local };
		expect(await editor.outcome(calls.openIncident, { body })).toBe('period_invalid');
	});

	it('is on the status page, in the language of the reader, and above every page while it is open, as text', async () => {
		told = await incidents.anIncident(site, editor, TITLE);
		await statusWith(({ open_incidents: open }) => open.length === 1);
		const { body } = await page('/status');
		expect(body).toContain('Votes &lt;b&gt;fail&lt;/b&gt; &amp; &quot;wait&quot;');
		expect(body).toContain('Some votes fail. We are looking for the cause.');
		expect(body).toContain('Some parts are slow or have a problem');
		for (const path of ['/', '/store', '/nowhere']) {
			await expect.poll(async () => (await page(path)).body).toContain('<a id="notice" href="/status">');
			expect((await page(path)).body).not.toContain('<b>fail');
		}
		const { notice } = dataOf(calls.getSite, await site.ask({ path: '/configurations/site' }));
		expect(notice).toEqual({ title: TITLE, lang: 'en' });
		const inKorean = (await page('/status', 'ko')).body;
		expect(inKorean).toContain('<html lang="ko">');
		expect(inKorean).not.toContain('Open incidents');
	});

	it('is updated by one operator at a time, and leaves a trail', async () => {
		const params = { incident_id: told.incident_id };
		const body = { version: told.version, state: 'identified' as const, words: 'A disk is full.' };
		const answers = await Promise.all([1, 2].map(() => editor.outcome(calls.updateIncident, { params, body })));
		expect(answers.map(String).toSorted()).toEqual(['200', 'stale_edit']);
		const trail = await site.trail(`incident:${told.incident_id}`);
		expect(trail.map(({ action }) => action)).toEqual(['incident.update', 'incident.open']);
		[told] = (await editor.data(calls.listIncidents)).incidents as [calls.Incident];
		expect(told.updates.map(({ state }) => state)).toEqual(['identified', 'investigating']);
	});

	it('is past once it is resolved; its span can be corrected, not turned round', async () => {
		const resolved = await incidents.resolve(editor, told);
		const { past_incidents: past } = await statusWith(({ open_incidents: open }) => open.length === 0);
		expect(past).toMatchObject([{ title: TITLE, state: 'resolved', updates: [{}, {}, {}] }]);
		await expect.poll(async () => (await page('/')).body).not.toContain('id="notice"');
		const { title, parts, starts_local, version, incident_id } = resolved;
		const edit = (change: object) => {
			const body = { title, parts, starts_local, ends_local: null, version, ...change };
			return editor.ask(calls.editIncident, { params: { incident_id }, body });
		};
		expect((await edit({ ends_local: await incidents.localTime(site, 90) })).body.error).toBe('period_invalid');
		const ends = await incidents.localTime(site, 30);
		expect((await edit({ ends_local: ends })).body).toMatchObject({ data: { incident: { ends_local: ends } } });
		expect((await edit({})).body.error).toBe('stale_edit');
	});
});

const finance = beforeTests(() => site.operator('finance'));
const second = beforeTests(() => site.operator('owner'));
// The incidents of all tests are of the same hour: nothing of one test is owed, or waits, in the next.
afterEach(async () => {
	await site.owner.query({ text: 'delete from failed_vote' });
	await site.owner.query({ text: 'update approval set expires_at = lightstick_now() where decision is null' });
});

const someone = (name: string, earned = 1_000) => site.fan(name, { earned });
const several = (...names: string[]) => Promise.all(names.map((name) => someone(name)));
const balancesOf = (fans: Person[]) => Promise.all(fans.map(async (fan) => (await readWallet(site.db, fan)).earned));
/** Each has cast a vote of 7 tickets that failed. */
const afterFaultOf = (...fans: Person[]) => afterFault(fans.map((fan) => ({ fan, tickets: 7 })));
const failures = async () => (await incidents.failedVotes(site)).length;

/** Votes of these fans fail during an incident, which is resolved then. */
async function afterFault(votes: { fan: Person; tickets: number }[], during = async () => {}): Promise<calls.Incident> {
	const incident = await incidents.anIncident(site, finance);
	await incidents.whileVotesFail(site, async () => {
		for (const { fan, tickets } of votes) expect((await site.castVote(fan, contest, { tickets })).status).toBe(500);
		await during();
	});
	const fans = new Set(votes.map(({ fan }) => fan.fanId)).size;
	await expect.poll(failures).toBe(fans);
	return incidents.resolve(finance, incident);
}

/** Asks, approves and gives. */
async function makeGood(incident: calls.Incident): Promise<void> {
	const { answer } = await incidents.askMakeGood(finance, incident);
	expect(answer.body).toMatchObject({ code: 200, data: { status: 'waiting' } });
	expect(await incidents.approveAll(second)).toEqual(['ok']);
	await giveMakeGoods(site.db);
}

it('who is owed gems are fans whose votes failed: the price of the first vote of a minute, as far as they could pay, up to the limit', async () => {
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
	const { preview } = await incidents.askMakeGood(finance, incident, { cap: 300 });
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

it('who is owed gems are not fans who got their vote in after all, were refused by a rule, or failed outside of the incident', async () => {
	const [again, other, late] = (await several('Again', 'Other', 'Late')) as [Person, Person, Person];
	const ruled = await someone('Ruled', 5);
	const key = aKey();
	const incident = await incidents.anIncident(site, finance);
	await incidents.whileVotesFail(site, async () => {
		await site.castVote(again, contest, { tickets: 7, key });
		await site.castVote(other, contest, { tickets: 7 });
	});
	// The time of a failure is told by the database, so it is surely before the votes that follow once it is written.
	await expect.poll(failures).toBe(2);
	expect((await site.castVote(again, contest, { tickets: 7, key })).status).toBe(200);
	expect((await site.castVote(other, contest, { tickets: 2 })).status).toBe(200);
	expect((await site.castVote(ruled, contest, { tickets: 7 })).status).toBe(400);
	const resolved = await incidents.resolve(finance, incident);
	await incidents.whileVotesFail(site, () => site.castVote(late, contest, { tickets: 7 }));
	await expect.poll(failures).toBe(3);
	const { preview, answer } = await incidents.askMakeGood(finance, resolved);
	expect([preview.fans, answer.body.error]).toEqual([0, 'make_good_empty']);
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
		const { incidents: list } = await finance.data(calls.listIncidents);
		const shown = list.find((one) => one.incident_id === incident_id);
		expect(shown?.make_goods).toMatchObject([{ fans: 1, gems: 70, given: 70, finished_time: expect.any(Number) }]);
		expect((await site.trail(`incident:${incident_id}`)).map(({ action }) => action)).toEqual(
			'incident.make_good approval.ask incident.update incident.open'.split(' '),
		);
		await site.balances();
		expect((await incidents.askMakeGood(finance, incident)).answer.body.error).toBe('make_good_empty');
	});

	it('that two operators ask for, approved twice at once and given by two processes, is given once', async () => {
		const fans = await several(...'a b c d e f g h i'.split(' '));
		const incident = await afterFaultOf(...fans);
		const asked = await Promise.all([finance, second].map((by) => incidents.askMakeGood(by, incident)));
		expect(asked.map(({ answer }) => answer.status)).toEqual([200, 200]);
		const third = await site.operator('owner');
		expect(await incidents.approveAll(third)).toEqual(['make_good_empty', 'ok']);
		await Promise.all([1, 2, 3].map(() => giveMakeGoods(site.db, { batch: 2 })));
		expect(await balancesOf(fans)).toEqual(fans.map(() => 1_070));
		await site.balances();
	});

	it('counts a failed vote for one incident only, where two overlap', async () => {
		const ana = await someone('Ana');
		const overlapping = await incidents.anIncident(site, finance, 'Charts stand still');
		await makeGood(await afterFaultOf(ana));
		const resolved = await incidents.resolve(finance, overlapping);
		expect((await incidents.askMakeGood(finance, resolved)).preview.fans).toBe(0);
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
		await incidents.askMakeGood(finance, incident);
		await erase(early);
		expect(await incidents.approveAll(second)).toEqual(['ok']);
		await erase(gone);
		await giveMakeGoods(site.db);
		expect(await balancesOf(fans)).toEqual([0, 0, 1_070]);
		expect(await incidents.failedVotes(site)).toEqual([{ fanId: stays.fanId, tickets: 7 }]);
		await site.balances();
	});

	it('needs a resolved incident, the sum that was previewed and the span that was approved', async () => {
		const ana = await someone('Ana');
		const open = await incidents.anIncident(site, finance, 'Another one');
		const body = { gems_per_fan_max: 10, fans: 1, gems: 10, why: 'so' };
		const call = ({ incident_id }: { incident_id: number }, given = body) =>
			finance.outcome(calls.makeGoodFor, { params: { incident_id }, body: given });
		expect([await call(open), await call({ incident_id: 999 })]).toEqual(['incident_open', 'incident_not_found']);
		const incident = await afterFaultOf(ana);
		expect(await call(incident, { ...body, gems: 9 })).toBe('stale_edit');
		await incidents.askMakeGood(finance, incident);
		const { title, parts, version, ends_local } = incident;
		const longer = { version, title, parts, starts_local: await incidents.localTime(site, 90), ends_local };
		await finance.data(calls.editIncident, { params: incident, body: longer });
		expect(await incidents.approveAll(second)).toEqual(['stale_edit']);
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
		await incidents.askMakeGood(finance, incident);
		expect(await incidents.approveAll(second)).toEqual(['ok']);
		if (fault.startsWith('a process')) {
			await expect(giveMakeGoods(dying(site.db, 2), { batch: 1 })).rejects.toThrow('died');
			expect((await balancesOf(fans)).toSorted((one, other) => one - other)).toEqual([1_000, 1_070, 1_070]);
		} else {
			const mend = await breakRows(site, 'insert on ledger_entry', `new.fan_id = ${fans[1]?.fanId}`);
			await expect(giveMakeGoods(site.db, { batch: 2 })).rejects.toThrow('a fault of ours');
			expect(await balancesOf(fans)).toEqual([1_070, 1_000, 1_070]);
			await mend();
		}
		await site.balances();
		await giveMakeGoods(site.db);
		expect(await balancesOf(fans)).toEqual(fans.map(() => 1_070));
		await site.balances();
	},
);
