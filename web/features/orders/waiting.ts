/** Computes the delay before an order is read again. */
import type { Order } from '#contract/orders.ts';

const SOON_MS = 1_500;
const LATER_MS = 5_000;
/** Reads at the short interval: about a minute. An order that takes longer rarely completes soon. */
const LOOKS_SOON = 40;

const isPending = (status: Order['status']): boolean =>
	status === 'created' || status === 'paying' || status === 'paid';

/** Milliseconds, or false if there is nothing to wait for. An expired order may still turn out to be paid. */
export function nextLook(status: Order['status'] | undefined, looks: number): number | false {
	if (status === undefined) return false;
	if (isPending(status)) return looks < LOOKS_SOON ? SOON_MS : LATER_MS;
	return status === 'expired' ? LATER_MS : false;
}
