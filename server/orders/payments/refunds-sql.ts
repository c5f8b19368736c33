/** Every statement on refunds that the provider reported. */
import { one, type Tx } from '#server/kernel/database.ts';
import type { RefundFacts } from './provider.ts';

export interface RefundRow extends Omit<RefundFacts, 'requestId'> {
	/** Null until settled. */
	gemsTaken: number | null;
}

const REFUND = `refund_id as "refundId", payment_id as "paymentId", amount_minor as "amountMinor", status,
	gems_taken as "gemsTaken"`;

export async function insertRefund(tx: Tx, refund: RefundFacts): Promise<void> {
	await tx.query({
		text: `insert into payment_refund (refund_id, payment_id, amount_minor, status, heard_at)
			values ($1, $2, $3, $4, lightstick_now()) on conflict (refund_id) do nothing`,
		values: [refund.refundId, refund.paymentId, refund.amountMinor, refund.status],
	});
}

export function lockRefund(tx: Tx, refundId: string): Promise<RefundRow> {
	return one<RefundRow>(tx, {
		text: `select ${REFUND} from payment_refund where refund_id = $1 for update`,
		values: [refundId],
	});
}

export function selectRefunds(tx: Tx, paymentId: string): Promise<RefundRow[]> {
	return tx.query<RefundRow>({
		text: `select ${REFUND} from payment_refund where payment_id = $1 order by heard_at, refund_id for update`,
		values: [paymentId],
	});
}

export async function updateRefund(tx: Tx, { refundId, status, gemsTaken }: RefundRow): Promise<void> {
	await tx.query({
		text: `update payment_refund set status = $2, gems_taken = $3 where refund_id = $1`,
		values: [refundId, status, gemsTaken],
	});
}
