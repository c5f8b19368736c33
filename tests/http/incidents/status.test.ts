/** Incidents from the console to fans: the status page, its JSON, and the notice above every page. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Incident } from '#contract/operator/incidents/incidents.ts';
import { editIncident, listIncidents, openIncident, updateIncident } from '#contract/operator/incidents/incidents.ts';
import { getSite } from '#contract/site.ts';
import { getStatus, type SiteStatus } from '#contract/status.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import * as fixture from '../../fixtures/incidents/incidents.ts';
import { aColleague, askAs, dataAs, outcomeAs, trailOf } from '../../fixtures/operators/operators.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

let incident: Incident;
const TITLE = 'Votes <b>fail</b> & "wait"';

beforeAll(() => buildWhenStale());
const site = beforeTests(openSite);
const editor = beforeTests(() => aColleague(site.owner, 'editor'));
beforeAll(async () => {
	const contest = await aContest(site.owner, 'november', { tab: 'solo' });
	const fan = await aPerson(site.owner, 'Ana', { earned: 100 });
	await fixture.vote(site, { fan, contest, tickets: 1 });
});

/** What was measured before is at most a second old. */
const statusWith = async (test: (status: SiteStatus) => boolean): Promise<SiteStatus> => {
	let status: SiteStatus | null = null;
	await expect
		.poll(async () => {
			status = dataOf(getStatus, await site.ask({ path: '/status' }));
			return test(status);
		})
		.toBe(true);
	return status as unknown as SiteStatus;
};
const page = (path: string, language = 'en') =>
	site.app.inject({ url: path, headers: { 'accept-language': language } });

describe('a site without incidents', () => {
	it('tells what it measures, to programs and on a page without script, and has no notice', async () => {
		expect((await page('/')).body).not.toContain('id="notice"');
		expect(dataOf(getSite, await site.ask({ path: '/configurations/site' })).notice).toBeNull();
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

	it('tells the times of votes of all its processes, also one that has cast none', async () => {
		const other = await openSite({ database: site });
		const p99 = async () => dataOf(getStatus, await other.ask({ path: '/status' })).voting.p99_ms;
		await expect.poll(p99).toBe((await statusWith(({ voting }) => voting.p99_ms !== null)).voting.p99_ms);
		await other.close();
	});
});

describe('an incident', () => {
	it('cannot begin later than now', async () => {
		const starts_local = await fixture.localTime(site, -10);
		const body = { title: 'x', parts: ['voting' as const], state: 'investigating' as const, words: 'x', starts_local };
		expect(await outcomeAs(site, editor, openIncident, { body })).toBe('period_invalid');
	});

	it('is on the status page, in the language of the reader, and above every page while it is open, as text', async () => {
		incident = await fixture.anIncident(site, editor, TITLE);
		await statusWith(({ open_incidents: open }) => open.length === 1);
		const { body } = await page('/status');
		expect(body).toContain('Votes &lt;b&gt;fail&lt;/b&gt; &amp; &quot;wait&quot;');
		expect(body).toContain('Some votes fail. We are looking for the cause.');
		expect(body).toContain('Some parts are slow or have a problem');
		for (const path of ['/', '/store', '/nowhere']) {
			await expect.poll(async () => (await page(path)).body).toContain('<a id="notice" href="/status">');
			expect((await page(path)).body).not.toContain('<b>fail');
		}
		const { notice } = dataOf(getSite, await site.ask({ path: '/configurations/site' }));
		expect(notice).toEqual({ title: TITLE, lang: 'en' });
		const inKorean = (await page('/status', 'ko')).body;
		expect(inKorean).toContain('<html lang="ko">');
		expect(inKorean).not.toContain('Open incidents');
	});

	it('is updated by one operator at a time, and leaves a trail', async () => {
		const params = { incident_id: incident.incident_id };
		const body = { version: incident.version, state: 'identified' as const, words: 'A disk is full.' };
		const answers = await Promise.all([1, 2].map(() => outcomeAs(site, editor, updateIncident, { params, body })));
		expect(answers.map(String).toSorted()).toEqual(['200', 'stale_edit']);
		const trail = await trailOf(site, `incident:${incident.incident_id}`);
		expect(trail.map(({ action }) => action)).toEqual(['incident.update', 'incident.open']);
		[incident] = (await dataAs(site, editor, listIncidents, {})).incidents as [Incident];
		expect(incident.updates.map(({ state }) => state)).toEqual(['identified', 'investigating']);
	});

	it('is past once it is resolved; its span can be corrected, not turned round', async () => {
		const resolved = await fixture.resolve(site, editor, incident);
		const { past_incidents: past } = await statusWith(({ open_incidents: open }) => open.length === 0);
		expect(past).toMatchObject([{ title: TITLE, state: 'resolved', updates: [{}, {}, {}] }]);
		await expect.poll(async () => (await page('/')).body).not.toContain('id="notice"');
		const { title, parts, starts_local, version, incident_id } = resolved;
		const edit = (change: object) => {
			const body = { title, parts, starts_local, ends_local: null, version, ...change };
			return askAs(site, editor, editIncident, { params: { incident_id }, body });
		};
		expect((await edit({ ends_local: await fixture.localTime(site, 90) })).body.error).toBe('period_invalid');
		const ends = await fixture.localTime(site, 30);
		expect((await edit({ ends_local: ends })).body).toMatchObject({ data: { incident: { ends_local: ends } } });
		expect((await edit({})).body.error).toBe('stale_edit');
	});
});
