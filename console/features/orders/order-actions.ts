/** What can be done to several orders at once. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { newKey } from '#client/idempotency-key.ts';
import { isProblem } from '#client/problem.ts';
import { recheckOrder } from '#contract/operator/orders.ts';
import { call } from '../../lib/api/call.ts';
import type { BulkAction, BulkHow, RowResult } from '../../lib/table/bulk/bulk-action.ts';
import type { ListedOrder } from './get-orders.ts';

/** Asks the provider about one order after the other: it limits how often it is asked. */
async function recheck(orders: readonly ListedOrder[], { isDryRun, why }: BulkHow): Promise<RowResult[]> {
	const results: RowResult[] = [];
	for (const { trade_no: tradeNo, status } of orders) {
		const result = { id: tradeNo, message: null, version: null };
		// Nobody has opened a card page of such an order.
		if (status === 'created') results.push({ ...result, outcome: 'unchanged' });
		else if (isDryRun) results.push({ ...result, outcome: 'changed' });
		else results.push({ ...result, ...(await recheckOne(tradeNo, why)) });
	}
	return results;
}

async function recheckOne(tradeNo: string, why: string): Promise<Pick<RowResult, 'outcome' | 'message'>> {
	try {
		await call(recheckOrder, { params: { trade_no: tradeNo }, body: { why } }, { idempotencyKey: newKey() });
		return { outcome: 'changed', message: null };
	} catch (error) {
		return { outcome: 'refused', message: isProblem(error) ? error.message : String(error) };
	}
}

export function useOrderActions(): BulkAction<ListedOrder>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	return [
		{
			key: 'recheck',
			label: t`Check with Stripe`,
			endpoint: recheckOrder,
			needsReason: true,
			words: {
				title: t`Check these orders with Stripe?`,
				will: t`Read again from Stripe`,
				done: t`Checked`,
				unchanged: t`Nobody has begun to pay`,
			},
			run: recheck,
			onDone: () => void client.invalidateQueries({ queryKey: ['orders'] }),
		},
	];
}
