/** Roles, prices and rewards that wait for approval, in words. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { operatorRole } from '#contract/operator/operators/session.ts';
import { rewards, economy } from '#contract/operator/site/settings.ts';
import { goodsFields } from '#contract/operator/goods.ts';
import type { Fact } from '../../lib/elements/facts.tsx';
import { paths } from '../../paths.ts';
import { localText } from '../../lib/format/local-time.ts';
import { lastDayBefore } from '../../lib/format/time.ts';
import { useRoleName } from '../../lib/session/role-name.tsx';
import { Change } from './change.tsx';
import type { Approval } from './get-approvals.ts';
import { type Before, beforeQuery } from './get-before.ts';

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
export function useChangeFacts(approval: Approval): Fact[] | null {
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
