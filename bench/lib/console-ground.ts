/** A site of 100,000 fans with a million ledger entries, 200,000 orders and a long audit trail, and who looks at it. */
import { createHash, randomBytes } from 'node:crypto';
import type { BenchDatabase } from './ground.ts';

/** Fans with more than anybody else: of ledger entries, of votes, of orders. */
export const BUSY = { ledger: 7, votes: 8, orders: 9 };
const PAGES = 1_100;

/** Gives the cookie of an operator who may read everything. */
export async function fillConsole({ db }: BenchDatabase, rowsOfPage: number): Promise<string> {
	const token = randomBytes(32).toString('base64url');
	const hash = createHash('sha256').update(token).digest();
	for (const text of statements(PAGES * rowsOfPage)) await db.query({ text });
	await db.query({
		text: `insert into operator_session (token_hash, operator_id) select $1, operator_id from operator where removed_at is null`,
		values: [hash],
	});
	await db.query({ text: 'vacuum analyze' });
	await db.query({ text: 'checkpoint' });
	return `lightstick-console=${token}`;
}

/** `many`: enough for page 1,000 and some more. */
const statements = (many: number) => [
	`update fan set email = 'mail' || md5(fan_id::text) || '@fans.example', name = 'fan' || md5(fan_id::text)`,
	`insert into fan_identity (provider, subject, bucket, fan_id, login_email)
		select 'google', fan_id::text, bucket, fan_id, email from fan`,
	// Every fan has one entry already.
	`insert into ledger_entry
		(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select bucket, fan_id, n, 'check_in', 1, 0, n, 0, 'a day', lightstick_now() - n * interval '1 day'
		from fan cross join generate_series(2, 9) n where fan_id not in (${Object.values(BUSY).join(', ')})`,
	`insert into ledger_entry
		(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select bucket_of(${BUSY.ledger}), ${BUSY.ledger}, n, 'check_in', 1, 0, n, 0, 'a day', lightstick_now()
		from generate_series(2, 100000) n`,
	`insert into ledger_entry
		(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select bucket_of(${BUSY.votes}), ${BUSY.votes}, n, 'vote', -1, 0, 0, 0, left(md5('vote' || n), 22), lightstick_now()
		from generate_series(2, ${many}) n`,
	`insert into vote (bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
			ledger_seq, artist_tickets, cast_at)
		select bucket_of(${BUSY.votes}), ${BUSY.votes}, left(md5('vote' || n), 22), 1, 1 + n % 200, 1, 1, 0, n, n,
			lightstick_now()
		from generate_series(2, ${many}) n`,
	`insert into goods (position, gems, price_minor, currency) values (1, 550, 499, 'USD')`,
	`insert into gem_order (bucket, fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
			status, created_at, expires_at)
		select bucket, fan_id, left(md5('order' || fan_id || '-' || n), 22), 1, 550, 50, 499, 'USD', 'US$',
			case when n % 10 = 0 then 'refunded' else 'expired' end,
			lightstick_now() - fan_id * interval '7 minutes' - n * interval '3 seconds', lightstick_now()
		from fan cross join lateral generate_series(1, case fan_id when ${BUSY.orders} then ${many} else 1 end) n`,
	`insert into gem_order (bucket, fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
			status, created_at, expires_at)
		select bucket, fan_id, left(md5('paid' || fan_id), 22), 1, 550, 50, 499, 'USD', 'US$', 'fulfilled',
			lightstick_now() - fan_id * interval '5 minutes', lightstick_now()
		from fan`,
	`insert into operator (issuer, subject, email, role) values ('https://idp.example', 'bench', 'bench@team.example', 'viewer')`,
	`insert into audit_entry (operator_id, action, target, why)
		select operator_id, 'fan.suspend', 'fan:' || n % 2, 'a reason'
		from operator cross join generate_series(1, ${2 * many}) n where removed_at is null`,
];
