import { useLingui } from '@lingui/react/macro';
import type * as z from 'zod/mini';
import type { orderStatus } from '#contract/orders.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';

export type OrderStatus = z.output<typeof orderStatus>;

const tones: Record<OrderStatus, TagTone> = {
	created: 'neutral',
	paying: 'neutral',
	expired: 'neutral',
	paid: 'warning',
	fulfilled: 'good',
	refunded: 'warning',
	disputed: 'bad',
};

export function useOrderStatus(): (status: OrderStatus) => string {
	const { t } = useLingui();
	const words = {
		created: t`Created`,
		paying: t`Being paid`,
		paid: t`Paid, no gems yet`,
		fulfilled: t`Fulfilled`,
		expired: t`Expired`,
		refunded: t`Refunded`,
		disputed: t`Disputed`,
	};
	return (status) => words[status];
}

/** Shows the status of an order in one word. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
	return <Tag tone={tones[status]}>{useOrderStatus()(status)}</Tag>;
}
