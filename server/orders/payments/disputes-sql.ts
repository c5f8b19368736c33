/** Every statement on disputes that the provider reported. */
import { one, type Tx } from '#server/kernel/database.ts';
import type { DisputeFacts } from './provider.ts';

export interface DisputeRow extends DisputeFacts {
	gemsTaken: number;
}

const DISPUTE = `dispute_id as "disputeId", payment_id as "paymentId", amount_minor as "amountMinor", status,
	gems_taken as "gemsTaken"`;

export async function insertDispute(tx: Tx, dispute: DisputeFacts): Promise<void> {
	await tx.query({
		text: `insert into payment_dispute (dispute_id, payment_id, amount_minor, status, heard_at)
			values ($1, $2, $3, $4, lightstick_now()) on conflict (dispute_id) do nothing`,
		values: [dispute.disputeId, dispute.paymentId, dispute.amountMinor, dispute.status],
	});
}

export function lockDispute(tx: Tx, disputeId: string): Promise<DisputeRow> {
	return one<DisputeRow>(tx, {
		text: `select ${DISPUTE} from payment_dispute where dispute_id = $1 for update`,
		values: [disputeId],
	});
}

export function selectDisputes(tx: Tx, paymentId: string): Promise<DisputeRow[]> {
	return tx.query<DisputeRow>({
		text: `select ${DISPUTE} from payment_dispute where payment_id = $1 order by heard_at, dispute_id for update`,
		values: [paymentId],
	});
}

export async function updateDispute(tx: Tx, { disputeId, status, gemsTaken }: DisputeRow): Promise<void> {
	await tx.query({
		text: `update payment_dispute set status = $2, gems_taken = $3 where dispute_id = $1`,
		values: [disputeId, status, gemsTaken],
	});
}
