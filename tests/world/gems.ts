/** Gems that come and go in tests, in books that an auditor accepts. */
import { one, type Tx } from '#server/kernel/database.ts';
import { openLot, post } from '#server/gems/gems.ts';
import type { Gems } from '#server/gems/rules.ts';
import { sum } from '#server/gems/rules.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { randomBytes } from 'node:crypto';

/** As an operator gives and takes gems who has left since, and whose bounds of the day concern nobody. */
export async function adjustBy(tx: Tx, fan: FanKey, change: Gems, cause: string): Promise<void> {
	const { seq } = await post(tx, fan, { kind: 'adjustment', change, cause });
	const amount = Math.abs(change.earned) + Math.abs(change.purchased);
	await tx.query({
		text: `with former as (
				insert into operator (issuer, subject, email, role, removed_at)
				values ('https://idp.example', 'former', 'former@team.example', 'finance', lightstick_now())
				on conflict (issuer, subject) do update set removed_at = operator.removed_at returning operator_id
			)
			insert into gem_adjustment (bucket, fan_id, ledger_seq, operator_id, amount, adjusted_at)
			select $1, $2, $3, operator_id, $4, lightstick_now() - interval '2 days' from former`,
		values: [fan.bucket, fan.fanId, seq, amount],
	});
}

/** Bought gems leave the wallet, as votes would take them where no earned ones are left. */
export function spendGems(tx: Tx, fan: FanKey, gems: number): Promise<void> {
	return adjustBy(tx, fan, { earned: 0, purchased: -gems }, 'spent');
}

/** Gems that were bought and spent, and whose payment the bank then took back. */
export async function owe(tx: Tx, fan: FanKey, gems: number): Promise<void> {
	const tradeNo = randomBytes(16).toString('base64url');
	await tx.query({ text: ORDER, values: [fan.bucket, fan.fanId, tradeNo, gems] });
	await openLot(tx, fan, tradeNo, { base: gems, bonus: 0 });
	await spendGems(tx, fan, gems);
	const posted = await post(tx, fan, { kind: 'chargeback', change: { earned: 0, purchased: -gems }, cause: tradeNo });
	if (sum(posted) > 0) throw new Error('A fan who owes gems has none');
	await one(tx, { text: DISPUTE, values: [tradeNo, gems] });
}

const ORDER = `
	with sold as (
		insert into goods (position, gems, price_minor, currency, withdrawn_at)
		values (1000, $4, 499, 'USD', lightstick_now()) returning goods_id
	), made as (
		insert into gem_order (bucket, fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
			status, created_at, expires_at, paid_at, fulfilled_at)
		select $1, $2, $3, goods_id, $4, 0, 499, 'USD', '$', 'disputed', now, now + interval '1 day', now, now
		from sold cross join (select lightstick_now() as now) clock returning trade_no
	)
	insert into payment (payment_id, trade_no, amount_minor, currency, received_at, role)
	select 'pi_' || trade_no, trade_no, 499, 'USD', lightstick_now(), 'order' from made`;
const DISPUTE = `
	insert into payment_dispute (dispute_id, payment_id, amount_minor, status, gems_taken, heard_at)
	values ('du_' || $1::text, 'pi_' || $1::text, 499, 'lost', $2, lightstick_now()) returning dispute_id`;
