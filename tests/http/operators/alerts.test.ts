/** Alerts in the operators' chat: once per event, to public addresses alone, and never in anybody's way. */
import { publicLookup } from '#server/accounts/avatars/public-address.ts';
import { sendAlerts } from '#server/alerts/alerts.ts';
import { messageFor, openChat } from '#server/outside/chat/chat.ts';
import { editAlerts, readAlerts, testAlerts } from '#contract/operator/site/settings.ts';
import { pauseRanking } from '#contract/operator/rankings/rankings.ts';
import { sql } from '#server/kernel/database.ts';
import { describe, expect, it } from 'vitest';
import { owe } from '../../fixtures/accounts/gems.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, dataAs, outcomeAs, trailOf } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = beforeTests(openSite);
const owner = beforeTests(() => aColleague(site.owner, 'owner'));
const webhook = 'https://chat.example/hooks/a-secret';

const alerts = async () => (await dataAs(site, owner, readAlerts, {})).alerts;
const setWebhook = async (webhook_url: string) =>
	outcomeAs(site, owner, editAlerts, { body: { version: (await alerts()).version, webhook_url } });

/** Runs the job in several processes at once. Returns what the chat got. */
async function run(processes = 1, failure: string | null = null): Promise<string[]> {
	const got: string[] = [];
	const chat = async (_: string, text: string) => {
		got.push(text);
		return failure;
	};
	const alerting = { db: site.db, chat, consoleUrl: site.config.consoleUrl };
	await Promise.all(Array.from({ length: processes }, () => sendAlerts(alerting, new AbortController().signal)));
	return got;
}

const pause = async (key: string) => {
	const contest = await aContest(site.owner, key, { type: 'theme' });
	await dataAs(site, owner, pauseRanking, { params: { ranking_key: contest.key }, body: { why: 'Odd votes' } });
	return contest;
};

describe('the alerts', () => {
	it('go nowhere without a webhook, and the trail tells its host alone', async () => {
		await pause('early');
		expect(await run()).toEqual([]);
		await setWebhook(webhook);
		const [edit] = await trailOf(site, 'alerts');
		const [before, after] = [{ webhook: null }, { webhook: 'chat.example' }];
		expect(edit).toMatchObject({ action: 'alerts.edit', before, after });
		expect(JSON.stringify(edit)).not.toContain('a-secret');
	});

	it('tell each event once, whatever number of processes look, with its link', async () => {
		await sql`insert into approval (kind, payload, payload_hash, why, asked_by, expires_at)
			values ('goods_change', '{}', '', 'A sale', ${owner.operatorId}, lightstick_now() + interval '1 day')`.run(
			site.owner,
		);
		const fan = await aPerson(site.owner, 'a buyer');
		await site.owner.transaction((tx) => owe(tx, fan, 10));
		await sql`update payment_dispute set status = 'open', reason = 'product_unacceptable'`.run(site.owner);
		const order = await sql`select trade_no from payment`.value<string>(site.owner);
		await sql`select graphile_worker.add_job('reconcile')`.run(site.owner);
		await sql`update graphile_worker._private_jobs set attempts = 2, last_error = 'secret text'`.run(site.owner);
		const told = await run(4);
		const origin = site.config.consoleUrl;
		expect(told.toSorted()).toEqual([
			`Approval waiting: goods change\n${origin}/console/approvals`,
			`Job failing: reconcile\n${origin}/console/`,
			`New dispute: product unacceptable\n${origin}/console/orders/${order}`,
			`Ranking paused: The early ranking\n${origin}/console/rankings/early`,
		]);
		expect(await run(2)).toEqual([]);
	});

	it('that the chat does not take are sent again, and the failure is shown until one arrives', async () => {
		const { key } = await pause('late');
		expect(await run(1, 'The chat answered 500')).toHaveLength(1);
		expect((await alerts()).failure?.text).toBe('The chat answered 500');
		expect(await run()).toEqual([expect.stringContaining(`/console/rankings/${key}`)]);
		expect((await alerts()).failure).toBeNull();
	});

	it('that were on the way when a process died are told by the next one', async () => {
		const { key } = await pause('lost');
		const dying = { db: site.db, chat: () => Promise.reject(new Error('killed')), consoleUrl: '' };
		await expect(sendAlerts(dying, new AbortController().signal)).rejects.toThrow('killed');
		expect(await run(3)).toEqual([expect.stringContaining(`/console/rankings/${key}`)]);
		expect(await run()).toEqual([]);
	});
});

describe('the webhook', () => {
	it('is an https address that is not private', async () => {
		for (const url of ['http://chat.example/x', 'https://a:b@chat.example/', 'chat.example']) {
			expect(await setWebhook(url)).toBe('invalid_request');
		}
		// And leads to no private address, by a name or without one.
		for (const [url, failure] of [
			['https://localhost/hook', 'not public'],
			['https://127.0.0.1/hook', 'with a host name'],
			['https://[::1]/hook', 'with a host name'],
			['https://0x7f.1/hook', 'with a host name'],
		] as const) {
			expect(await setWebhook(url)).toBe(200);
			expect((await dataAs(site, owner, testAlerts, {})).alerts.failure?.text).toContain(failure);
		}
	});

	it('gets no mention of everybody, in the form of its chat', async () => {
		const said = (url: string) => JSON.parse(messageFor(new URL(url), 'Paused: <!channel>')) as object;
		expect(said('https://hooks.slack.com/x')).toEqual({ text: 'Paused: &lt;!channel&gt;' });
		expect(said('https://discord.com/x')).toEqual({ content: 'Paused: <!channel>', allowed_mentions: { parse: [] } });
		expect(await openChat(publicLookup)('nonsense', '')).toContain('https address');
	});
});
