/** What each kind of request is called, what it does in a sentence, and what it changes: old → new. */
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
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
import { call } from '../../lib/api/call.ts';
import type { Fact } from '../../lib/elements/facts.tsx';
import { lastDayBefore, localText } from '../../lib/format/time.ts';
import { gemCount } from '../../lib/format/values.ts';
import { useDateTime, useRoleName } from '../../lib/session/operator.tsx';
import { paths, type Section } from '../../paths.ts';
import { useApprovalName } from './names.ts';

export type Approval = z.output<typeof approval>;

interface Told {
	title: string;
	facts: Fact[];
}

interface Kind {
	/** Reads how the thing stands that a waiting request would change. Nothing for new things. */
	read: (payload: unknown) => Promise<object | null>;
	/** Null for a payload of an unknown shape. */
	tell: (payload: unknown, before: object) => Told | null;
}

/** Tells a request of an unknown kind or shape by its raw data. */
export function useTold({ approval_id: id, kind, payload, status }: Approval): Told {
	const known = useKinds()[kind] as Kind | undefined;
	const { data: before } = useQuery({
		queryKey: ['before', id],
		queryFn: () => known?.read(payload) ?? null,
		enabled: status === 'waiting',
	});
	const nameOf = useApprovalName();
	const raw = Object.entries(Object(payload) as object).map(([name, value]) => ({
		name: name.replaceAll('_', ' '),
		value: typeof value === 'string' ? value : JSON.stringify(value ?? null),
	}));
	return known?.tell(payload, before ?? {}) ?? { title: nameOf(kind), facts: raw };
}

const told = <Shape extends z.ZodMiniType>(shape: Shape, tell: (payload: z.output<Shape>) => Told) =>
	toldWith(shape, null, tell);

function toldWith<Shape extends z.ZodMiniType, Before extends object>(
	shape: Shape,
	read: ((payload: z.output<Shape>) => Promise<Before | null | undefined>) | null,
	tell: (payload: z.output<Shape>, before: Partial<Before>) => Told,
): Kind {
	const parsed = (payload: unknown) => z.safeParse(shape, payload);
	return {
		async read(payload) {
			const asked = parsed(payload);
			return (asked.success && (await read?.(asked.data))) || null;
		},
		tell(payload, before) {
			const asked = parsed(payload);
			return asked.success ? tell(asked.data, before) : null;
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
const ofCase = { case_id: z.int(), fan_id: z.nullable(z.int()), tickets: z.int() };
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

function useKinds(): Record<ApprovalKind, Kind> {
	const { t } = useLingui();
	const roleName = useRoleName();
	const dateTime = useDateTime();
	const yesNo = (yes: boolean) => (yes ? t`Yes` : t`No`);
	const link = (section: Section, id: string | number, name: string) => <Link to={paths.one(section, id)}>{name}</Link>;
	const fanOf = (id: number) => link('fans', id, t`Fan ${id}`);
	const fan = (id: number): Fact => ({ name: t`Fan`, value: fanOf(id) });
	const ranking = ({ ranking_key: key, title }: { ranking_key: string; title: string }): Fact => ({
		name: t`Ranking`,
		value: link('rankings', key, title),
		wide: true,
	});
	const balance = (name: string, old: number | undefined, more: number): Fact => ({
		name,
		value: (
			<>
				<b>{formatChange(more)}</b>{' '}
				{old !== undefined && more !== 0 && <Change before={gemCount(old)} after={gemCount(old + more)} />}
			</>
		),
	});
	const change = (name: string, before: string | null | undefined, after: string): Fact => ({
		name,
		value: <Change before={before ?? null} after={after} />,
	});
	const count = (name: string, before: number | undefined, after: number) =>
		change(name, before === undefined ? null : formatNumber(before), formatNumber(after));
	const ofVotes = (sentence: (tickets: string, id: number) => string) =>
		told(z.object(ofCase), ({ case_id: id, fan_id: fanId, tickets }) => ({
			title: sentence(formatNumber(tickets), id),
			facts: [
				{ name: t`Case`, value: link('cases', id, t`Case ${id}`) },
				fanId === null ? { name: t`Fans`, value: t`All fans of the case` } : fan(fanId),
				{ name: t`Votes`, value: <b>{formatNumber(tickets)}</b> },
			],
		}));
	return {
		gem_adjustment: toldWith(z.object(gems), balanceOf, ({ fan_id: id, earned, purchased }, before) => {
			const sum = earned + purchased;
			const many = formatNumber(Math.abs(sum));
			const given = sum < 0 ? t`Remove ${many} gems from fan ${id}` : t`Give ${many} gems to fan ${id}`;
			return {
				title: earned * purchased < 0 ? t`Exchange earned and bought gems of fan ${id}` : given,
				facts: [
					fan(id),
					balance(t`Earned gems`, before.earned, earned),
					balance(t`Bought gems`, before.purchased, purchased),
				],
			};
		}),
		refund: toldWith(z.object(refund), balanceOf, ({ trade_no: order, ...asked }, before) => {
			const amount = formatMoney({ currency: asked.currency, minor: asked.amount_minor });
			return {
				title: t`Refund ${amount} of order ${order}`,
				facts: [
					{ name: t`Order`, value: link('orders', order, order), wide: true },
					fan(asked.fan_id),
					{ name: t`Part`, value: asked.part === 'whole' ? t`The whole price` : t`The unspent part` },
					{ name: t`Amount`, value: <b>{amount}</b> },
					balance(t`Bought gems`, before.purchased, -asked.gems),
					{ name: t`Becomes a debt`, value: formatNumber(asked.debt) },
				],
			};
		}),
		vote_void: ofVotes((tickets, id) => t`Void ${tickets} votes of case ${id}`),
		vote_restore: ofVotes((tickets, id) => t`Restore ${tickets} votes of case ${id}`),
		role_change: told(z.object(role), ({ email, role: now, operator_id: id, role_before }) => {
			const invites = id === undefined;
			const old = role_before === null ? t`No access` : role_before && roleName(role_before);
			return {
				title: invites ? t`Invite ${email} with the role ${roleName(now)}` : t`Give ${email} the role ${roleName(now)}`,
				facts: [
					{ name: invites ? t`Invites` : t`Operator`, value: email, wide: true },
					change(t`Role`, invites ? null : old, roleName(now)),
				],
			};
		}),
		goods_change: toldWith(
			z.object({ goods_id: z.nullable(z.int()), fields: z.object(goodsFields) }),
			async ({ goods_id: id }) => (await call(listGoods, {})).goods.find(({ goods_id: one }) => one === id),
			({ goods_id: id, fields }, before) => {
				const many = formatNumber(fields.gems);
				const price = formatMoney({ currency: fields.currency, minor: fields.price_minor });
				return {
					title: id === null ? t`Add a pack of ${many} gems` : t`Change the pack of ${many} gems`,
					facts: [
						{ name: t`Gem pack`, value: id === null ? t`New` : t`Pack ${id}` },
						count(t`Gems`, before.gems, fields.gems),
						count(t`Extra gems`, before.bonus_gems, fields.bonus_gems),
						change(t`Price`, priceOf(before), price),
					],
				};
			},
		),
		economy_change: toldWith(z.object(economy), readEconomy, (asked, before) => ({
			title: t`Set the price of a vote to ${formatNumber(asked.ticket2gem_ratio)} gems, the currency to ${asked.currency_name}`,
			facts: [
				count(t`Gems per vote`, before.ticket2gem_ratio, asked.ticket2gem_ratio),
				change(t`Currency`, before.currency_name, asked.currency_name),
				change(t`Currency symbol`, before.currency_symbol, asked.currency_symbol),
			],
		})),
		reward_change: toldWith(
			z.object({ rewards, restarts_after_miss: z.boolean() }),
			async () => (await call(readCheckInSettings, {})).check_in,
			(asked, before) => ({
				title: t`Change the check-in’s rewards`,
				facts: [
					change(t`Gems per day`, before.rewards && daysOf(before.rewards), daysOf(asked.rewards)),
					change(
						t`Missing a day restarts the streak`,
						before.restarts_after_miss === undefined ? null : yesNo(before.restarts_after_miss),
						yesNo(asked.restarts_after_miss),
					),
				],
			}),
		),
		ranking_price: toldWith(
			z.union([z.object({ create: ownPrice }), z.object({ edit: ownPrice })]),
			async (asked) => ('edit' in asked ? rankingOf(asked.edit) : null),
			(asked, before) => {
				const own = 'create' in asked ? asked.create : asked.edit;
				return {
					title: t`Set votes in “${own.title}” to ${formatNumber(own.gems_per_vote)} gems each`,
					facts: [
						{ name: 'create' in asked ? t`New ranking` : t`Ranking`, value: own.title },
						{ name: t`Key`, value: link('rankings', own.ranking_key, own.ranking_key) },
						count(t`Gems per vote`, before.gems_per_vote, own.gems_per_vote),
						{ name: t`Starts`, value: localText(own.starts_local) },
						{ name: t`Last day`, value: lastDayBefore(own.ends_local) },
					],
				};
			},
		),
		make_good: told(z.object(makeGood), (asked) => {
			const [fans, given] = [formatNumber(asked.fans), formatNumber(asked.gems)];
			const incident = link('incidents', asked.incident_id, asked.title);
			return {
				title: t`Give ${given} gems to ${fans} fans for “${asked.title}”`,
				facts: [
					{ name: t`Incident`, value: incident, wide: true },
					{ name: t`Fans`, value: fans },
					{ name: t`Gems`, value: <b>{given}</b> },
					{ name: t`Most gems per fan`, value: formatNumber(asked.gems_per_fan_max) },
				],
			};
		}),
		artist_rename: told(
			z.object({ artist_id: z.int(), before: names, after: names }),
			({ artist_id: id, before, after }) => ({
				title: t`Rename “${before.en_name}” to “${after.en_name}” during a vote`,
				facts: [
					{ name: t`Artist`, value: link('artists', id, before.en_name) },
					change(t`Name in English`, before.en_name, after.en_name),
					change(t`Native name`, before.native_name ?? '–', after.native_name ?? '–'),
					change(t`Subtitle`, before.sub_title ?? '–', after.sub_title ?? '–'),
				],
			}),
		),
		entry_visibility: toldWith(
			z.object({ ...ofRanking, artist_id: z.int(), en_name: z.string(), hidden: z.boolean() }),
			async ({ ranking_key, artist_id: id }) =>
				(await call(listEntries, { params: { ranking_key } })).entries.find(({ artist_id }) => artist_id === id),
			({ en_name: name, title, hidden, artist_id: id, ranking_key }, { rank, tickets }) => ({
				title: hidden ? t`Hide “${name}” in “${title}”` : t`Show “${name}” in “${title}” again`,
				facts: [
					ranking({ ranking_key, title }),
					{ name: t`Artist`, value: link('artists', id, name) },
					hidden ? change(t`In the chart`, t`Shown`, t`Hidden`) : change(t`In the chart`, t`Hidden`, t`Shown`),
					...(tickets === undefined ? [] : [{ name: t`Votes`, value: formatNumber(tickets) }]),
					...(rank === undefined || rank === null ? [] : [{ name: t`Rank`, value: formatNumber(rank) }]),
				],
			}),
		),
		early_result: told(
			z.object({ ...ofRanking, review_ends_time: z.int() }),
			({ title, ranking_key, review_ends_time: ends }) => ({
				title: t`End the review of “${title}” now`,
				facts: [ranking({ ranking_key, title }), { ...change(t`Result is final`, dateTime(ends), t`Now`), wide: true }],
			}),
		),
		fan_suspension: told(
			z.object({ fan_ids: z.array(z.int()), suspended: z.boolean() }),
			({ fan_ids: ids, suspended }) => ({
				title: suspended
					? plural(ids.length, { one: 'Suspend # fan', other: 'Suspend # fans' })
					: plural(ids.length, { one: 'End the suspension of # fan', other: 'End the suspension of # fans' }),
				facts: [
					{ name: t`Fans`, value: ids.map((id) => <span key={id}>{fanOf(id)} </span>), wide: true },
					change(t`Can vote, check in and buy`, yesNo(suspended), yesNo(!suspended)),
				],
			}),
		),
	};
}

const priceOf = ({ currency, price_minor: minor }: { currency?: string; price_minor?: number }) =>
	currency === undefined || minor === undefined ? null : formatMoney({ currency, minor });

const daysOf = (days: readonly number[]) => days.map(formatNumber).join(' · ');

/** A value that a request sets, with the one that it replaces. */
function Change({ before, after }: { before: string | null; after: string }) {
	if (before === null) return <b>{after}</b>;
	if (before === after) {
		return (
			<>
				{after}{' '}
				<small>
					<Trans>(unchanged)</Trans>
				</small>
			</>
		);
	}
	return (
		<>
			<del>{before}</del> → <b>{after}</b>
		</>
	);
}
