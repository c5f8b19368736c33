/** Titles of requests: what happens if they are approved. */
import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { approval } from '#contract/operator/approvals.ts';
import { operatorRole } from '#contract/operator/operators/session.ts';
import { useRoleName } from '../../lib/session/operator.tsx';
import { useApprovalName } from './approval-name.ts';

export type Approval = z.output<typeof approval>;

const adjustment = z.object({ fan_id: z.int(), earned: z.int(), purchased: z.int() });
const refund = z.object({ trade_no: z.string(), currency: z.string(), amount_minor: z.int() });
const voided = z.object({ case_id: z.int(), tickets: z.int() });
const role = z.object({ email: z.string(), role: operatorRole, operator_id: z.optional(z.int()) });
const price = z.object({ title: z.string(), gems_per_vote: z.int() });
const ownPrice = z.union([z.object({ create: price }), z.object({ edit: price })]);
const goods = z.object({ goods_id: z.nullable(z.int()), fields: z.object({ gems: z.int() }) });
const economy = z.object({ ticket2gem_ratio: z.int(), currency_name: z.string() });
const rename = z.object({ before: z.object({ en_name: z.string() }), after: z.object({ en_name: z.string() }) });
const makeGood = z.object({ title: z.string(), fans: z.int(), gems: z.int() });

/** Falls back to the kind's name for payloads of an unknown shape. */
export function useApprovalTitle(): (approval: Pick<Approval, 'kind' | 'payload'>) => string {
	const { t } = useLingui();
	const nameOf = useApprovalName();
	const roleName = useRoleName();
	const titles: Partial<Record<string, (payload: unknown) => string>> = {
		gem_adjustment: reads(adjustment, ({ fan_id: fan, earned, purchased }) => {
			const gems = earned + purchased;
			const many = formatNumber(Math.abs(gems));
			if (earned * purchased < 0) return t`Exchange earned and bought gems of fan ${fan}`;
			return gems < 0 ? t`Remove ${many} gems from fan ${fan}` : t`Give ${many} gems to fan ${fan}`;
		}),
		refund: reads(refund, ({ trade_no: order, currency, amount_minor: minor }) => {
			return t`Refund ${formatMoney({ currency, minor })} of order ${order}`;
		}),
		vote_void: reads(voided, ({ case_id: id, tickets }) => t`Void ${formatNumber(tickets)} votes of case ${id}`),
		vote_restore: reads(voided, ({ case_id: id, tickets }) => t`Restore ${formatNumber(tickets)} votes of case ${id}`),
		role_change: reads(role, ({ email, role: now, operator_id: id }) => {
			return id === undefined
				? t`Invite ${email} with the role ${roleName(now)}`
				: t`Give ${email} the role ${roleName(now)}`;
		}),
		goods_change: reads(goods, ({ goods_id: id, fields }) => {
			const gems = formatNumber(fields.gems);
			return id === null ? t`Add a pack of ${gems} gems` : t`Change the pack of ${gems} gems`;
		}),
		economy_change: reads(economy, ({ ticket2gem_ratio: gems, currency_name: currency }) => {
			return t`Set the price of a vote to ${formatNumber(gems)} gems, the currency to ${currency}`;
		}),
		ranking_price: reads(ownPrice, (payload) => {
			const { title, gems_per_vote: gems } = 'create' in payload ? payload.create : payload.edit;
			return t`Set votes in “${title}” to ${formatNumber(gems)} gems each`;
		}),
		artist_rename: reads(
			rename,
			({ before, after }) => t`Rename “${before.en_name}” to “${after.en_name}” during a vote`,
		),
		make_good: reads(makeGood, ({ title, fans, gems }) => {
			return t`Give ${formatNumber(gems)} gems to ${formatNumber(fans)} fans for “${title}”`;
		}),
	};
	return ({ kind, payload }) => titles[kind]?.(payload) || nameOf(kind);
}

/** Returns an empty text if the payload has another shape. */
function reads<Shape extends z.ZodMiniType>(shape: Shape, say: (payload: z.output<Shape>) => string) {
	return (payload: unknown) => {
		const read = z.safeParse(shape, payload);
		return read.success ? say(read.data) : '';
	};
}
