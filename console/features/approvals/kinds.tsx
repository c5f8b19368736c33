/** What each kind of request is called, what it does in a sentence, and what it changes: old → new. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { formatMoney } from '#client/money.ts';
import { formatChange, formatNumber } from '#client/numbers.ts';
import { readLedger } from '#contract/operator/accounts.ts';
import type { approval, ApprovalKind } from '#contract/operator/approvals.ts';
import { goodsFields, listGoods } from '#contract/operator/goods.ts';
import { operatorRole } from '#contract/operator/operators/session.ts';
import { listEntries } from '#contract/operator/rankings/entries.ts';
import { readRanking } from '#contract/operator/rankings/rankings.ts';
import { economy, readCheckInSettings, readSettings, rewards } from '#contract/operator/site/settings.ts';
import { call } from '../../lib/api/calls.tsx';
import type { Fact } from '../../lib/elements/elements.tsx';
import { approvalName, counted, gemCount, lastDayBefore, localText } from '../../lib/format/values.ts';
import { roleName, useDateTime } from '../../lib/session/operator.tsx';
import { paths, type Section } from '../../nouns.ts';

export type Approval = z.output<typeof approval>;

interface Told {
	title: string;
	facts: Fact[];
}

interface Kind {
	/** Reads how the thing stands that a waiting request would change. Nothing for new things. */
	read: (payload: unknown) => Promise<object | null>;
	/** Null for a payload of an unknown shape. */
	tell: (payload: unknown, before: object, dateTime: DateTime) => Told | null;
}
type DateTime = (seconds: number) => string;

/** Tells a request of an unknown kind or shape by its raw data. */
export function useTold({ approval_id: id, kind, payload, status }: Approval): Told {
	const known = kinds[kind] as Kind | undefined;
	const dateTime = useDateTime();
	const { data: before } = useQuery({
		queryKey: ['before', id],
		queryFn: () => known?.read(payload) ?? null,
		enabled: status === 'waiting',
	});
	const raw = Object.entries(Object(payload) as object).map(([name, value]) => ({
		name: name.replaceAll('_', ' '),
		value: typeof value === 'string' ? value : JSON.stringify(value ?? null),
	}));
	return known?.tell(payload, before ?? {}, dateTime) ?? { title: approvalName(kind), facts: raw };
}

/** A null `read`: what the request holds says all. */
function told<Shape extends z.ZodMiniType, Before extends object>(
	shape: Shape,
	read: ((payload: z.output<Shape>) => Promise<Before | null | undefined>) | null,
	tell: (
		payload: z.output<Shape>,
		before: Partial<Before>,
		dateTime: DateTime,
	) => readonly [title: string, ...facts: (Fact | readonly [name: string, value: ReactNode] | null)[]],
): Kind {
	const parsed = (payload: unknown) => z.safeParse(shape, payload);
	return {
		async read(payload) {
			const asked = parsed(payload);
			return (asked.success && (await read?.(asked.data))) || null;
		},
		tell(payload, before, dateTime) {
			const asked = parsed(payload);
			if (!asked.success) return null;
			const [title, ...facts] = tell(asked.data, before, dateTime);
			const shown = facts.filter((fact) => fact !== null);
			return { title, facts: shown.map((fact) => ('name' in fact ? fact : { name: fact[0], value: fact[1] })) };
		},
	};
}

const balanceOf = async ({ fan_id }: { fan_id: number }) => {
	const [last] = (await call(readLedger, { params: { fan_id }, query: { limit: 1 } })).list;
	return { earned: last?.earned_after ?? 0, purchased: last?.purchased_after ?? 0 };
};

const readEconomy = async () => (await call(readSettings, {})).settings;
const rankingOf = async ({ ranking_key }: { ranking_key: string }) =>
	(await call(readRanking, { params: { ranking_key } })).ranking;

const gems = { fan_id: z.int(), earned: z.int(), purchased: z.int() };
const [text, refunded] = [z.string(), { amount_minor: z.int(), gems: z.int(), debt: z.int() }];
const refund = { trade_no: text, fan_id: z.int(), part: text, currency: text, ...refunded };
const ofCase = z.object({ case_id: z.int(), fan_id: z.nullable(z.int()), tickets: z.int() });
/** `role_before` is null for a removed operator, and absent from requests that were made before it was kept. */
const role = {
	email: text,
	role: operatorRole,
	operator_id: z.optional(z.int()),
	role_before: z.optional(z.nullable(operatorRole)),
};
const ofRanking = { ranking_key: text, title: text };
const ownPrice = z.object({ ...ofRanking, starts_local: text, ends_local: text, gems_per_vote: z.int() });
const makeGood = { incident_id: z.int(), title: text, fans: z.int(), gems: z.int(), gems_per_fan_max: z.int() };
const names = z.object({ en_name: text, native_name: z.nullable(text), sub_title: z.nullable(text) });

const yesNo = (yes: boolean) => (yes ? 'Yes' : 'No');
const bold = (value: number) => <b>{formatNumber(value)}</b>;
const link = (section: Section, id: string | number, name: string) => <Link to={paths.one(section, id)}>{name}</Link>;
const fanOf = (id: number) => link('fans', id, `Fan ${id}`);
const fan = (id: number) => ['Fan', fanOf(id)] as const;
const wide = (name: string, value: ReactNode): Fact => ({ name, value, wide: true });
const ranking = ({ ranking_key: key, title }: { ranking_key: string; title: string }) =>
	wide('Ranking', link('rankings', key, title));
const change = (name: string, before: string | null | undefined, after: string) =>
	[name, <Change key="change" before={before ?? null} after={after} />] as const;
const count = (name: string, before: number | undefined, after: number) =>
	change(name, before === undefined ? null : formatNumber(before), formatNumber(after));
const balance = (name: string, old: number | undefined, more: number): Fact => ({
	name,
	value: (
		<>
			<b>{formatChange(more)}</b>{' '}
			{old !== undefined && more !== 0 && <Change before={gemCount(old)} after={gemCount(old + more)} />}
		</>
	),
});
const ofVotes = (verb: string) =>
	told(ofCase, null, ({ case_id: id, fan_id: fanId, tickets }) => [
		`${verb} ${formatNumber(tickets)} votes of case ${id}`,
		['Case', link('cases', id, `Case ${id}`)],
		fanId === null ? ['Fans', 'All fans of the case'] : fan(fanId),
		['Votes', bold(tickets)],
	]);

const kinds: Record<ApprovalKind, Kind> = {
	gem_adjustment: told(z.object(gems), balanceOf, ({ fan_id: id, earned, purchased }, before) => {
		const sum = earned + purchased;
		const many = formatNumber(Math.abs(sum));
		const given = sum < 0 ? `Remove ${many} gems from fan ${id}` : `Give ${many} gems to fan ${id}`;
		return [
			earned * purchased < 0 ? `Exchange earned and bought gems of fan ${id}` : given,
			fan(id),
			balance('Earned gems', before.earned, earned),
			balance('Bought gems', before.purchased, purchased),
		];
	}),
	refund: told(z.object(refund), balanceOf, ({ trade_no: order, ...asked }, before) => {
		const amount = formatMoney({ currency: asked.currency, minor: asked.amount_minor });
		return [
			`Refund ${amount} of order ${order}`,
			wide('Order', link('orders', order, order)),
			fan(asked.fan_id),
			['Part', asked.part === 'whole' ? 'The whole price' : 'The unspent part'],
			['Amount', <b key="amount">{amount}</b>],
			balance('Bought gems', before.purchased, -asked.gems),
			['Becomes a debt', formatNumber(asked.debt)],
		];
	}),
	vote_void: ofVotes('Void'),
	vote_restore: ofVotes('Restore'),
	role_change: told(z.object(role), null, ({ email, role: now, operator_id: id, role_before }) => {
		const invites = id === undefined;
		const old = role_before === null ? 'No access' : role_before && roleName(role_before);
		return [
			invites ? `Invite ${email} with the role ${roleName(now)}` : `Give ${email} the role ${roleName(now)}`,
			wide(invites ? 'Invites' : 'Operator', email),
			change('Role', invites ? null : old, roleName(now)),
		];
	}),
	goods_change: told(
		z.object({ goods_id: z.nullable(z.int()), fields: z.object(goodsFields) }),
		async ({ goods_id: id }) => (await call(listGoods, {})).goods.find(({ goods_id: one }) => one === id),
		({ goods_id: id, fields }, before) => [
			`${id === null ? 'Add a' : 'Change the'} pack of ${formatNumber(fields.gems)} gems`,
			['Gem pack', id === null ? 'New' : `Pack ${id}`],
			count('Gems', before.gems, fields.gems),
			count('Extra gems', before.bonus_gems, fields.bonus_gems),
			change('Price', priceOf(before), formatMoney({ currency: fields.currency, minor: fields.price_minor })),
		],
	),
	economy_change: told(z.object(economy), readEconomy, (asked, before) => [
		`Set the price of a vote to ${formatNumber(asked.ticket2gem_ratio)} gems, the currency to ${asked.currency_name}`,
		count('Gems per vote', before.ticket2gem_ratio, asked.ticket2gem_ratio),
		change('Currency', before.currency_name, asked.currency_name),
		change('Currency symbol', before.currency_symbol, asked.currency_symbol),
	]),
	reward_change: told(
		z.object({ rewards, restarts_after_miss: z.boolean() }),
		async () => (await call(readCheckInSettings, {})).check_in,
		({ rewards: days, restarts_after_miss: restarts }, { rewards: old, restarts_after_miss: restarted }) => [
			'Change the check-in’s rewards',
			change('Gems per day', old && daysOf(old), daysOf(days)),
			change('Missing a day restarts the streak', restarted === undefined ? null : yesNo(restarted), yesNo(restarts)),
		],
	),
	ranking_price: told(
		z.union([z.object({ create: ownPrice }), z.object({ edit: ownPrice })]),
		async (asked) => ('edit' in asked ? rankingOf(asked.edit) : null),
		(asked, before) => {
			const own = 'create' in asked ? asked.create : asked.edit;
			return [
				`Set votes in “${own.title}” to ${formatNumber(own.gems_per_vote)} gems each`,
				['create' in asked ? 'New ranking' : 'Ranking', own.title],
				['Key', link('rankings', own.ranking_key, own.ranking_key)],
				count('Gems per vote', before.gems_per_vote, own.gems_per_vote),
				['Starts', localText(own.starts_local)],
				['Last day', lastDayBefore(own.ends_local)],
			];
		},
	),
	make_good: told(z.object(makeGood), null, (asked) => [
		`Give ${formatNumber(asked.gems)} gems to ${formatNumber(asked.fans)} fans for “${asked.title}”`,
		wide('Incident', link('incidents', asked.incident_id, asked.title)),
		['Fans', formatNumber(asked.fans)],
		['Gems', bold(asked.gems)],
		['Most gems per fan', formatNumber(asked.gems_per_fan_max)],
	]),
	artist_rename: told(
		z.object({ artist_id: z.int(), before: names, after: names }),
		null,
		({ artist_id: id, before, after }) => [
			`Rename “${before.en_name}” to “${after.en_name}” during a vote`,
			['Artist', link('artists', id, before.en_name)],
			change('Name in English', before.en_name, after.en_name),
			change('Native name', before.native_name ?? '–', after.native_name ?? '–'),
			change('Subtitle', before.sub_title ?? '–', after.sub_title ?? '–'),
		],
	),
	entry_visibility: told(
		z.object({ ...ofRanking, artist_id: z.int(), en_name: z.string(), hidden: z.boolean() }),
		async ({ ranking_key, artist_id: id }) =>
			(await call(listEntries, { params: { ranking_key } })).entries.find(({ artist_id }) => artist_id === id),
		({ en_name: name, title, hidden, artist_id: id, ranking_key }, { rank, tickets }) => [
			hidden ? `Hide “${name}” in “${title}”` : `Show “${name}” in “${title}” again`,
			ranking({ ranking_key, title }),
			['Artist', link('artists', id, name)],
			hidden ? change('In the chart', 'Shown', 'Hidden') : change('In the chart', 'Hidden', 'Shown'),
			tickets === undefined ? null : ['Votes', formatNumber(tickets)],
			rank === undefined || rank === null ? null : ['Rank', formatNumber(rank)],
		],
	),
	early_result: told(
		z.object({ ...ofRanking, review_ends_time: z.int(), takes_card_down: z.optional(z.boolean()) }),
		null,
		({ title, ranking_key, review_ends_time: ends, takes_card_down }, _, dateTime) => [
			`End the review of “${title}” now`,
			ranking({ ranking_key, title }),
			wide('Result is final', <Change before={dateTime(ends)} after="Now" />),
			takes_card_down ? ['Home card', 'Taken down with it'] : null,
		],
	),
	fan_suspension: told(z.object({ fan_ids: z.array(z.int()), suspended: z.boolean() }), null, (asked) => [
		`${asked.suspended ? 'Suspend' : 'End the suspension of'} ${counted(asked.fan_ids.length, 'fan')}`,
		wide(
			'Fans',
			asked.fan_ids.map((id) => <span key={id}>{fanOf(id)} </span>),
		),
		change('Can vote, check in and buy', yesNo(asked.suspended), yesNo(!asked.suspended)),
	]),
};

const priceOf = ({ currency, price_minor: minor }: { currency?: string; price_minor?: number }) =>
	currency === undefined || minor === undefined ? null : formatMoney({ currency, minor });

const daysOf = (days: readonly number[]) => days.map(formatNumber).join(' · ');

/** A value that a request sets, with the one that it replaces. */
function Change({ before, after }: { before: string | null; after: string }) {
	if (before === null) return <b>{after}</b>;
	if (before === after) {
		return (
			<>
				{after} <small>(unchanged)</small>
			</>
		);
	}
	return (
		<>
			<del>{before}</del> → <b>{after}</b>
		</>
	);
}
