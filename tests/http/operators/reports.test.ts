/** What operators are told: a week or a month in numbers, the calendar, and alerts in their chat. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { recordScheduled } from '#server/content/scheduled.ts';
import { publicLookup } from '#server/accounts/avatars/public-address.ts';
import { sendAlerts } from '#server/alerts/alerts.ts';
import { messageFor, openChat } from '#server/outside/chat/chat.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { owe } from '../../fixtures/accounts/gems.ts';
import { beforeTests, openSite } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

// Wednesday in Seoul: the last week that is over is that of November 16.
const NOW = new Date('2026-11-25T12:00+09:00');

const site = beforeTests(openSite);
const viewer = beforeTests(async () => {
	await site.clock.set(NOW);
	return site.operator('viewer');
});
let artist = 0;

beforeAll(async () => {
	const { rankingId, artistIds } = await site.contest('november', {
		startsAt: new Date('2026-11-01T00:00+09:00'),
		endsAt: new Date('2026-12-01T00:00+09:00'),
	});
	artist = artistIds[1] ?? 0;
	const fan = await site.fan('ana', { earned: 5 });
	await someGoods(site);
	for (const [index, [day, currency, minor]] of [
		['2026-11-15T23:59:59', 'USD', 499],
		['2026-11-16T00:00:00', 'USD', 999],
		['2026-11-22T23:59:59', 'USD', 499],
		['2026-11-22T12:00:00', 'JPY', 1500],
		['2026-11-23T00:00:00', 'USD', 7777],
	].entries()) {
		const [tradeNo, at] = [String(index).padStart(22, 'x'), `${day}+09:00`];
		await sql`insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
				status, created_at, expires_at, fulfilled_at)
			select ${fan.fanId}, ${tradeNo}, goods_id, 550, 50, ${minor}, ${currency}, '$', 'fulfilled', ${at}, ${at}, ${at}
			from goods`.run(site.owner);
		await sql`insert into payment (payment_id, trade_no, amount_minor, currency, received_at, role)
			values (${`pi_${index}`}, ${tradeNo}, ${minor}, ${currency}, ${at}, 'order')`.run(site.owner);
	}
	await site.owner.query({
		text: `insert into payment_refund (refund_id, payment_id, amount_minor, status, heard_at) values
				('re_1', 'pi_0', 499, 'succeeded', '2026-11-17T10:00+09:00'), ('re_2', 'pi_1', 100, 'failed', '2026-11-17T10:00+09:00');
			insert into payment_dispute (dispute_id, payment_id, amount_minor, status, heard_at) values
				('du_1', 'pi_1', 999, 'open', '2026-11-18T10:00+09:00'), ('du_2', 'pi_2', 499, 'won', '2026-11-18T10:00+09:00'),
				('du_3', 'pi_4', 7777, 'lost', '2026-11-24T10:00+09:00');
			update fan set registered_at = '2026-11-16T00:00+09:00';
			insert into vote_counting (counted_through) values (lightstick_now());
			insert into vote_concentration (ranking_id, kind, value, artist_id, votes, tickets) values
				(${rankingId}, 'hour', '2026-11-15T14', ${artist}, 1, 7), (${rankingId}, 'hour', '2026-11-15T15', ${artist}, 1, 20),
				(${rankingId}, 'hour', '2026-11-22T14', ${artist}, 1, 5), (${rankingId}, 'hour', '2026-11-22T15', ${artist}, 1, 900)`,
	});
});

const read = (query: { span: 'week' | 'month'; day?: string }) => viewer.data(calls.readReport, { query });

it('tells the last week from Monday in the site’s zone, each currency by itself', async () => {
	const { complete, now, before, packs, artists } = await read({ span: 'week' });
	expect(complete).toBe(true);
	expect(now).toEqual({
		from: '2026-11-16',
		until: '2026-11-22',
		income: [
			{ currency: 'JPY', orders: 1, gross_minor: 1500, refunded_minor: 0, disputed_minor: 0, net_minor: 1500 },
			{ currency: 'USD', orders: 2, gross_minor: 1498, refunded_minor: 499, disputed_minor: 999, net_minor: 0 },
		],
		votes: 25,
		new_fans: 1,
		free_gems: null,
	});
	expect(before).toMatchObject({ from: '2026-11-09', until: '2026-11-15', votes: 7, new_fans: 0 });
	expect(before.income).toMatchObject([{ currency: 'USD', gross_minor: 499, net_minor: 499 }]);
	expect(packs).toMatchObject([
		{ currency: 'JPY', orders: 1, orders_before: 0 },
		{ currency: 'USD', gems: 550, orders: 2, gross_minor: 1498, gross_before_minor: 499 },
	]);
	expect(artists).toMatchObject([{ artist_id: artist, votes: 25, votes_before: 7 }]);
});

it('tells any week or month, and says that it is not over', async () => {
	const week = await read({ span: 'week', day: '2026-11-29' });
	expect([week.complete, week.now.from, week.now.income[0]?.gross_minor]).toEqual([false, '2026-11-23', 7777]);
	const month = await read({ span: 'month', day: '2026-11-02' });
	expect(month.now).toMatchObject({ from: '2026-11-01', until: '2026-11-30', votes: 932 });
	expect((await read({ span: 'month' })).now).toMatchObject({ from: '2026-10-01', income: [], votes: 0 });
	const bad = { path: '/console/report?span=week&day=2026-02-31', headers: { cookie: viewer.cookie } };
	expect((await site.ask(bad)).status).toBe(400);
	for (const day of ['2000-01-01', '2099-12-31']) expect((await read({ span: 'month', day })).days).toEqual([]);
});

it('tells no number of votes that are still being counted', async () => {
	await site.owner.query({ text: `update vote_counting set counted_through = '2026-11-16T00:00+09:00'` });
	const { now, before } = await read({ span: 'week' });
	await site.owner.query({ text: 'update vote_counting set counted_through = lightstick_now()' });
	expect([now.votes, before.votes]).toEqual([null, 7]);
});

it('gives the income as a file in major units', async () => {
	const file = await viewer.ask(calls.exportReport, { query: { span: 'week' } });
	expect(file.text.replace('\uFEFF', '').split('\r\n')).toEqual([
		'day,currency,orders,gross,refunded,disputed,net',
		'2026-11-16,USD,1,9.99,0.00,0.00,9.99',
		'2026-11-17,USD,0,0.00,4.99,0.00,-4.99',
		'2026-11-18,USD,0,0.00,0.00,9.99,-9.99',
		'2026-11-22,JPY,1,1500,0,0,1500',
		'2026-11-22,USD,1,4.99,0.00,0.00,4.99',
		'',
	]);
});

it('gives the votes of a ranking by day of the site’s zone and artist', async () => {
	const file = await viewer.ask(calls.exportVoteDays, { params: { ranking_key: 'november' } });
	const [, ...lines] = file.text.split('\r\n');
	expect(lines.map((line) => line.split(','))).toEqual([
		['2026-11-15', String(artist), expect.any(String), '7'],
		['2026-11-16', String(artist), expect.any(String), '20'],
		['2026-11-22', String(artist), expect.any(String), '5'],
		['2026-11-23', String(artist), expect.any(String), '900'],
		[''],
	]);
	const none = await viewer.ask(calls.exportVoteDays, { params: { ranking_key: 'nobody' } });
	expect(none.body.error).toBe('ranking_not_found');
});

describe('the calendar', () => {
	const editor = beforeTests(() => site.operator('editor'));
	const media_id = 'a'.repeat(32);
	const times = { starts_local: '2026-05-31T23:50', ends_local: '2026-06-02T00:00' };
	const shown = { media_id, alt: 'A poster', link_url: null, hidden: false };
	const words = { title: 'Tonight', content_raw: '', cover_media_id: null, cover_alt: '', category_id: 1 };
	const news = (publish_local: string | null, hidden: boolean, title = 'Tonight') =>
		editor.data(calls.createNews, { body: { ...words, title, publish_local, hidden } });

	beforeAll(async () => {
		// 23:45 in Seoul.
		await site.clock.set('2026-05-31T14:45:00Z');
		await sql`insert into media (media_id, width, height) values (${media_id}, 10, 10)`.run(site.owner);
		await someNews(site.owner, ['A first piece']);
	});

	it('shows the begins and ends of a month of the site’s zone, drafts too', async () => {
		await sql`insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote, review_hours, published_at)
		values ('june', 'monthly', 'June', '2026-05-31T15:00Z', '2026-06-30T15:00Z', 10, 24, null)`.run(site.owner);
		const pc_media_id = media_id;
		const banner = { ...shown, ...times, pc_media_id, position: 1, new_window: false };
		await editor.data(calls.createBanner, { body: banner });
		await editor.data(calls.createPopUp, { body: { ...shown, ...times, ends_local: '2026-06-01T09:00' } });
		await news('2026-06-01T08:00', true, 'A draft');
		const monthOf = (month?: string) => editor.data(calls.getCalendar, { query: { month } });
		const eventsOf = async (month: string) =>
			(await monthOf(month)).events.map((event) => [
				`${event.day} ${event.time} ${event.kind} ${event.title}`,
				event.ends,
				event.hidden,
			]);
		expect(await monthOf()).toMatchObject({ month: '2026-05', today: '2026-05-31' });
		expect(await eventsOf('2026-06')).toEqual([
			['2026-06-01 00:00 ranking June', false, true],
			['2026-06-01 08:00 news A draft', false, true],
			['2026-06-01 09:00 pop_up A poster', true, false],
			['2026-06-02 00:00 banner A poster', true, false],
		]);
		expect(await eventsOf('2026-07')).toEqual([['2026-07-01 00:00 ranking June', true, true]]);
		expect(await eventsOf('2030-01')).toEqual([]);
	});

	it('the site itself stands in the trail for what was scheduled, once, and not for what an operator published', async () => {
		const scheduled = (await news('2026-06-01T00:00', false)).news;
		const { version, news_id } = (await news('2026-06-01T00:00', true)).news;
		await site.clock.set('2026-05-31T15:00:30Z');
		const body = { ...words, publish_local: null, hidden: false, version };
		await editor.data(calls.editNews, { params: { news_id }, body });
		await Promise.all(Array.from({ length: 3 }, () => recordScheduled(site.db)));
		await site.clock.set('2026-05-31T15:02:00Z');
		await recordScheduled(site.db);
		const actionsOf = async (target: string) => (await site.trail(target)).map(({ action }) => action);
		expect(await actionsOf(`news:${scheduled.news_id}`)).toEqual(['news.publish', 'news.create']);
		expect(await actionsOf(`news:${news_id}`)).toEqual(['news.edit', 'news.create']);
		expect(await actionsOf('banner:1')).toEqual(['banner.publish', 'banner.create']);
		const by = await sql`select distinct operator_id from audit_entry where action like '%.publish'`.column(site.owner);
		expect(by).toEqual([null]);
	});
});

describe('alerts in the chat', () => {
	const alerting = beforeTests(openSite);
	const owner = beforeTests(() => alerting.operator('owner'));
	const webhook = 'https://chat.example/hooks/a-secret';

	const alerts = async () => (await owner.data(calls.readAlerts)).alerts;
	const setWebhook = async (webhook_url: string) =>
		owner.outcome(calls.editAlerts, { body: { version: (await alerts()).version, webhook_url } });

	/** Runs the job in several processes at once. Returns what the chat got. */
	async function run(processes = 1, failure: string | null = null): Promise<string[]> {
		const got: string[] = [];
		const chat = async (_: string, text: string) => {
			got.push(text);
			return failure;
		};
		const deps = { db: alerting.db, chat, consoleUrl: alerting.config.consoleUrl };
		await Promise.all(Array.from({ length: processes }, () => sendAlerts(deps, new AbortController().signal)));
		return got;
	}

	const pause = async (key: string) => {
		const contest = await alerting.contest(key, { type: 'theme' });
		await owner.data(calls.pauseRanking, { params: { ranking_key: contest.key }, body: { why: 'Odd votes' } });
		return contest;
	};

	describe('the alerts', () => {
		it('go nowhere without a webhook, and the trail tells its host alone', async () => {
			await pause('early');
			expect(await run()).toEqual([]);
			await setWebhook(webhook);
			const [edit] = await alerting.trail('alerts');
			const [before, after] = [{ webhook: null }, { webhook: 'chat.example' }];
			expect(edit).toMatchObject({ action: 'alerts.edit', before, after });
			expect(JSON.stringify(edit)).not.toContain('a-secret');
		});

		it('tell each event once, whatever number of processes look, with its link', async () => {
			await sql`insert into approval (kind, payload, payload_hash, why, asked_by, expires_at)
			values ('goods_change', '{}', '', 'A sale', ${owner.operatorId}, lightstick_now() + interval '1 day')`.run(
				alerting.owner,
			);
			const fan = await alerting.fan('a buyer');
			await alerting.owner.transaction((tx) => owe(tx, fan, 10));
			await sql`update payment_dispute set status = 'open', reason = 'product_unacceptable'`.run(alerting.owner);
			const order = await sql`select trade_no from payment`.value<string>(alerting.owner);
			await sql`select graphile_worker.add_job('reconcile')`.run(alerting.owner);
			await sql`update graphile_worker._private_jobs set attempts = 2, last_error = 'secret text'`.run(alerting.owner);
			const told = await run(4);
			const origin = alerting.config.consoleUrl;
			expect(told.toSorted()).toEqual([
				`Approval waiting: goods change\n${origin}/console/approvals`,
				`Job failing: reconcile\n${origin}/console/`,
				`New dispute: product unacceptable\n${origin}/console/orders/${order}`,
				`Ranking paused: The early ranking\n${origin}/console/rankings/early`,
			]);
			expect(await run(2)).toEqual([]);
		});

		it('that the chat does not take, or that were on the way when a process died, are told once by the next', async () => {
			const told = [expect.stringContaining(`/console/rankings/${(await pause('late')).key}`)];
			expect(await run(1, 'The chat answered 500')).toEqual(told);
			expect((await alerts()).failure?.text).toBe('The chat answered 500');
			const dying = { db: alerting.db, chat: () => Promise.reject(new Error('killed')), consoleUrl: '' };
			await expect(sendAlerts(dying, new AbortController().signal)).rejects.toThrow('killed');
			expect(await run(3)).toEqual(told);
			expect([await run(), (await alerts()).failure]).toEqual([[], null]);
		});
	});

	it('of which the chat refuses one go on with the others, and that one is told again', async () => {
		const [odd, fine] = [(await pause('a-odd')).key, (await pause('b-fine')).key];
		const got: string[] = [];
		const chat = async (_: string, text: string) => {
			got.push(/[\w-]+$/.exec(text)?.[0] ?? text);
			return text.endsWith(odd) ? 'The chat answered 400' : null;
		};
		await sendAlerts({ db: alerting.db, chat, consoleUrl: '' }, new AbortController().signal);
		expect([got, (await alerts()).failure?.text]).toEqual([[odd, fine], 'The chat answered 400']);
		expect([await run(), (await alerts()).failure]).toEqual([[expect.stringContaining(odd)], null]);
	});

	it('the webhook is an https address that is not private', async () => {
		for (const url of ['http://chat.example/x', 'https://a:b@chat.example/', 'chat.example'])
			expect(await setWebhook(url)).toBe('invalid_request');
		// And leads to no private address, by a name or without one.
		for (const host of ['localhost', '127.0.0.1', '[::1]', '0x7f.1']) {
			expect(await setWebhook(`https://${host}/hook`)).toBe(200);
			const { failure } = (await owner.data(calls.testAlerts)).alerts;
			expect(failure?.text).toContain(host === 'localhost' ? 'not public' : 'with a host name');
		}
	});

	it('the webhook gets no mention of everybody, in the form of its chat', async () => {
		const said = (url: string) => JSON.parse(messageFor(new URL(url), 'Paused: <!channel>')) as object;
		expect(said('https://hooks.slack.com/x')).toEqual({ text: 'Paused: &lt;!channel&gt;' });
		for (const url of ['https://discord.com/x', 'https://ptb.discord.com/x', 'https://canary.discordapp.com/x'])
			expect(said(url)).toEqual({ content: 'Paused: <!channel>', allowed_mentions: { parse: [] } });
		for (const url of ['https://discord.com/x/slack', 'https://mattermost.example/hooks/x'])
			expect(messageFor(new URL(url), 'a@b.example @All @here @everyone')).not.toMatch(/@(?:all|here|everyone)/i);
		expect(await openChat(publicLookup)('nonsense', '')).toContain('https address');
	});
});
