/** Describes exactly what will be done: known kinds as text, all others as raw data. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { rewards, economy } from '#contract/operator/site/settings.ts';
import { goodsFields } from '#contract/operator/goods.ts';
import { operatorRole } from '#contract/operator/operators/session.ts';
import { type Fact, Facts } from '../../lib/elements/facts.tsx';
import { lastDayBefore, localText } from '../../lib/format/time.ts';
import { gemChange, gemCount } from '../../lib/format/values.ts';
import { useRoleName } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import type { Approval } from './approval-title.ts';
import { type Before, beforeQuery } from './before.ts';

interface Props {
	approval: Approval;
	/** Shows what a void would do to the ranks of a chart. */
	renderVoid: (caseId: number) => ReactNode;
}

export function ApprovalWords({ approval, renderVoid }: Props) {
	const facts = useFacts(approval);
	const { case_id: caseId } = Object(approval.payload) as { case_id?: unknown };
	return (
		<>
			<Facts facts={facts} />
			{approval.kind === 'vote_void' && approval.status === 'waiting' && renderVoid(Number(caseId))}
			<details className="exact">
				<summary>
					<Trans>Full request</Trans>
				</summary>
				<pre>{JSON.stringify(approval.payload, null, 2)}</pre>
				<p>SHA-256 {approval.payload_hash}</p>
			</details>
		</>
	);
}

function useFacts(approval: Approval): Fact[] {
	const { t } = useLingui();
	const change = useChangeFacts(approval);
	const { kind, payload } = approval;
	const given = new Map<string, unknown>(Object.entries(payload ?? {}));
	const number = (name: string) => Number(given.get(name) ?? 0);
	const text = (name: string) => wordOf(given.get(name));
	const fan = { name: t`Fan`, value: <Link to={paths.one('fans', text('fan_id'))}>{t`Fan ${text('fan_id')}`}</Link> };
	const before = useQuery(beforeQuery(approval)).data ?? {};
	const gems = (old: number | undefined, more: number): ReactNode => (
		<>
			<b>{gemChange(more)}</b>{' '}
			{old !== undefined && more !== 0 && <Change before={gemCount(old)} after={gemCount(old + more)} />}
		</>
	);
	if (kind === 'gem_adjustment') {
		return [
			fan,
			{ name: t`Earned gems`, value: gems(before.earned, number('earned')) },
			{ name: t`Bought gems`, value: gems(before.purchased, number('purchased')) },
		];
	}
	if (kind === 'refund') {
		const order = <Link to={paths.one('orders', text('trade_no'))}>{text('trade_no')}</Link>;
		const amount = formatMoney({ currency: text('currency'), minor: number('amount_minor') });
		return [
			{ name: t`Order`, value: order, wide: true },
			fan,
			{ name: t`Part`, value: text('part') === 'whole' ? t`The whole price` : t`The unspent part` },
			{ name: t`Amount`, value: <b>{amount}</b> },
			{ name: t`Bought gems`, value: gems(before.purchased, -number('gems')) },
			{ name: t`Becomes a debt`, value: formatNumber(number('debt')) },
		];
	}
	if (kind === 'vote_void' || kind === 'vote_restore') {
		const one = <Link to={paths.one('cases', text('case_id'))}>{t`Case ${text('case_id')}`}</Link>;
		const whose = given.get('fan_id') === null ? { name: t`Fans`, value: t`All fans of the case` } : fan;
		return [{ name: t`Case`, value: one }, whose, { name: t`Votes`, value: <b>{formatNumber(number('tickets'))}</b> }];
	}
	if (kind === 'make_good') {
		const incident = <Link to={paths.one('incidents', text('incident_id'))}>{text('title')}</Link>;
		return [
			{ name: t`Incident`, value: incident, wide: true },
			{ name: t`Fans`, value: formatNumber(number('fans')) },
			{ name: t`Gems`, value: <b>{formatNumber(number('gems'))}</b> },
			{ name: t`Most gems per fan`, value: formatNumber(number('gems_per_fan_max')) },
		];
	}
	if (change) return change;
	return [...given].map(([name, value]) => ({
		name: name.replaceAll('_', ' '),
		value: wordOf(value),
	}));
}

function wordOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

const role = z.object({
	email: z.string(),
	role: operatorRole,
	operator_id: z.optional(z.int()),
	/** Null for a removed operator. Absent from requests that were made before it was kept. */
	role_before: z.optional(z.nullable(operatorRole)),
});
const goods = z.object({ goods_id: z.nullable(z.int()), fields: z.object(goodsFields) });
const prices = z.object(economy);
const ranking = { ranking_key: z.string(), title: z.string(), starts_local: z.string(), ends_local: z.string() };
const ownPrice = z.object({ ...ranking, gems_per_vote: z.int() });
const rankingPrice = z.union([z.object({ create: ownPrice }), z.object({ edit: ownPrice })]);
const days = z.object({ rewards, restarts_after_miss: z.boolean() });

/** Returns null for other kinds, and for payloads of an unknown shape. */
function useChangeFacts(approval: Approval): Fact[] | null {
	const { kind, payload } = approval;
	const { t } = useLingui();
	const before = useQuery(beforeQuery(approval)).data ?? {};
	const count = (old: number | undefined, now: number) => (
		<Change before={old === undefined ? null : formatNumber(old)} after={formatNumber(now)} />
	);
	const roleName = useRoleName();
	const yesNo = (yes: boolean | undefined) => (yes === undefined ? null : yes ? t`Yes` : t`No`);
	const read = <Shape extends z.ZodMiniType>(shape: Shape): z.output<Shape> | undefined =>
		z.safeParse(shape, payload).data;
	if (kind === 'role_change') {
		const change = read(role);
		if (!change) return null;
		const roleBefore = ({ role_before: old, operator_id: id }: typeof change) => {
			if (id === undefined || old === undefined) return null;
			return old === null ? t`No access` : roleName(old);
		};
		return [
			{ name: change.operator_id === undefined ? t`Invites` : t`Operator`, value: change.email, wide: true },
			{ name: t`Role`, value: <Change before={roleBefore(change)} after={roleName(change.role)} /> },
		];
	}
	if (kind === 'goods_change') {
		const change = read(goods);
		if (!change) return null;
		const { gems, bonus_gems: bonus, price_minor: minor, currency } = change.fields;
		return [
			{ name: t`Gem pack`, value: change.goods_id === null ? t`New` : t`Pack ${change.goods_id}` },
			{ name: t`Gems`, value: count(before.gems, gems) },
			{ name: t`Extra gems`, value: count(before.bonus_gems, bonus) },
			{ name: t`Price`, value: <Change before={priceOf(before)} after={formatMoney({ currency, minor })} /> },
		];
	}
	if (kind === 'economy_change') {
		const change = read(prices);
		if (!change) return null;
		return [
			{ name: t`Gems per vote`, value: count(before.ticket2gem_ratio, change.ticket2gem_ratio) },
			{ name: t`Currency`, value: <Change before={before.currency_name ?? null} after={change.currency_name} /> },
			{
				name: t`Currency symbol`,
				value: <Change before={before.currency_symbol ?? null} after={change.currency_symbol} />,
			},
		];
	}
	if (kind === 'ranking_price') {
		const change = read(rankingPrice);
		if (!change) return null;
		const own = 'create' in change ? change.create : change.edit;
		return [
			{ name: 'create' in change ? t`New ranking` : t`Ranking`, value: own.title },
			{ name: t`Key`, value: <Link to={paths.one('rankings', own.ranking_key)}>{own.ranking_key}</Link> },
			{ name: t`Gems per vote`, value: count(before.gems_per_vote, own.gems_per_vote) },
			{ name: t`Starts`, value: localText(own.starts_local) },
			{ name: t`Last day`, value: lastDayBefore(own.ends_local) },
		];
	}
	if (kind === 'reward_change') {
		const change = read(days);
		if (!change) return null;
		return [
			{
				name: t`Gems per day`,
				value: <Change before={daysOf(before)} after={change.rewards.map(formatNumber).join(' · ')} />,
			},
			{
				name: t`Missing a day restarts the streak`,
				value: <Change before={yesNo(before.restarts_after_miss)} after={yesNo(change.restarts_after_miss) ?? ''} />,
			},
		];
	}
	return null;
}

const priceOf = ({ currency, price_minor: minor }: Before) =>
	currency === undefined || minor === undefined ? null : formatMoney({ currency, minor });

const daysOf = ({ rewards: gems }: Before) => gems?.map(formatNumber).join(' · ') ?? null;

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
