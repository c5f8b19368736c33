/** Log lines and counters for sign-ins and refusals, and the data that they must never contain. */
import { beforeEach, describe, expect, test } from 'vitest';
import { inviteOperator } from '#contract/operator/operators/operators.ts';
import { securityEvents, type SecurityEvent } from '#server/http/security-events.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';

let lines: string[] = [];
const site = beforeTests(() => openSiteWithSignOn({ listens: true, onLog: (line) => void lines.push(line) }));
// The address at which it listens is in the log of its start.
beforeEach(() => void (lines = []));

const count = (event: SecurityEvent) => site.app.securityEvents.counts()[event];
const linesOf = (event: SecurityEvent) =>
	lines
		.map((line): Record<string, unknown> => JSON.parse(line))
		.filter((line) => line['security_event'] === event)
		.map(({ call, slug, actor }) => ({ call, slug, actor }));

describe('a fan', () => {
	test('who signs in, and one who does not, are counted and named by number only', async () => {
		await aBrowser(site).signIn('google', { person: 'new-fan' });
		const browser = aBrowser(site);
		await browser.comeBack(await browser.visitProvider('google', { cancel: 'yes' }));
		expect([count('sign_in'), count('sign_in_failed')]).toEqual([1, 1]);
		const call = '/api/v1/login/callback/:provider';
		expect(linesOf('sign_in')).toEqual([{ call, slug: undefined, actor: expect.stringMatching(/^fan:\d+$/) }]);
		expect(linesOf('sign_in_failed')).toEqual([{ call, slug: 'sign_in_failed', actor: undefined }]);
		expect(lines.join('')).not.toMatch(/dana|mail\.example|127\.0\.0\.1/i);
	});

	test('without a session, on the quick way and on the other', async () => {
		const contest = await aContest(site.owner, 'november');
		await site.ask({ path: '/user/me', token: 'nobody' });
		await postVote(site.address, contest, { token: 'secret-guess' });
		expect(linesOf('unauthorized')).toEqual([
			{ call: '/api/v1/user/me', slug: 'sign_in_required', actor: undefined },
			{ call: '/api/v1/rankings/vote/:ranking_key', slug: 'sign_in_required', actor: undefined },
		]);
		expect(lines.join('')).not.toContain('secret-guess');
	});

	test('who has not registered', async () => {
		const { token } = await aPerson(site.owner, 'new', { registered: false });
		await site.ask({ path: '/user/me/votes', token });
		expect(linesOf('forbidden')).toMatchObject([{ slug: 'registration_required' }]);
	});

	test('who asks too often', async () => {
		const strict = await openSiteWithSignOn({ env: { READS_PER_MINUTE: '1' } });
		for (let times = 0; times < 3; times += 1) await strict.ask({ path: '/nothing' });
		expect(strict.app.securityEvents.counts().rate_limited).toBe(2);
		await strict.close();
	});
});

describe('an operator', () => {
	test('is counted at every door that stays shut', async () => {
		const editor = await aColleague(site.owner, 'editor');
		const owner = await aColleague(site.owner, 'owner', { steppedUp: false });
		const path = inviteOperator.path;
		const body = { email: 'guess@mail.example', role: 'viewer' };
		const invite = (cookie: string, headers = {}) =>
			site.ask({ method: 'POST', path, body, headers: { cookie, ...headers } });
		const fromConsole = { 'x-lightstick-console': '1', 'idempotency-key': 'k'.repeat(22) };
		await invite(owner.cookie);
		await invite(editor.cookie, fromConsole);
		await invite(owner.cookie, fromConsole);
		await invite('lightstick-console=guess', fromConsole);
		expect(linesOf('console_header_missing')).toHaveLength(1);
		expect(linesOf('forbidden')).toMatchObject([{ slug: 'forbidden' }]);
		expect(linesOf('step_up_refused')).toMatchObject([{ slug: 'passkey_missing' }]);
		expect(linesOf('unauthorized')).toHaveLength(1);
		expect(lines.join('')).not.toContain('guess@mail.example');
	});

	test('is counted at the way in', async () => {
		await site.ask({ path: '/console/login/callback/google?state=guess' });
		expect(linesOf('operator_sign_in_failed')).toMatchObject([{ slug: 'sign_in_expired' }]);
	});
});

test('a flood is told by its number, not by its lines', async () => {
	const told: object[] = [];
	const events = securityEvents({ info: (facts: object) => void told.push(facts), warn: () => undefined });
	for (let times = 0; times < 1_000; times += 1) events.note('unauthorized');
	expect(told).toHaveLength(5);
	events.summarize();
	expect(told.at(-1)).toEqual({ security_events: { unauthorized: 1_000 } });
	events.summarize();
	expect(told).toHaveLength(6);
	events.note('unauthorized');
	expect(told).toHaveLength(7);
	expect(events.counts().unauthorized).toBe(1_001);
});
