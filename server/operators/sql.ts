import { epochSeconds, raw, row, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type * as z from 'zod/mini';
import type { invitation, listedOperator } from '#contract/operator/operators/operators.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { OPEN as IS_OPEN } from './sessions/sql.ts';

export type ListedOperator = z.output<typeof listedOperator>;
export type Invitation = z.output<typeof invitation>;

const OPERATOR = raw(`operator_id, email, name, role, ${epochSeconds('joined_at').text} as joined_time,
	(select ${epochSeconds('max(used_at)').text} from operator_session session
		where session.operator_id = operator.operator_id) as last_seen_time,
	removed_at is not null as removed, version,
	power_since > lightstick_now() - interval '24 hours' as new,
	(select count(*) from operator_passkey passkey where passkey.operator_id = operator.operator_id) as passkeys,
	(select count(*) from operator_session session
		where session.operator_id = operator.operator_id and ${IS_OPEN.text}) as sessions`);

export const selectOperators = (db: Db): Promise<ListedOperator[]> =>
	sql`select ${OPERATOR} from operator order by operator_id`.all(db);

export const selectByIdentity = (tx: Tx, issuer: string, subject: string): Promise<ListedOperator | null> =>
	sql`select ${OPERATOR} from operator where issuer = ${issuer} and subject = ${subject}`.maybeOne(tx);

/** `for update` would wait for every audit entry that names the operator, in an order that differs from call to call. */
export const lockOperator = (tx: Tx, operatorId: number): Promise<ListedOperator | null> =>
	sql`select ${OPERATOR} from operator where operator_id = ${operatorId} for no key update`.maybeOne(tx);

interface NewOperator {
	issuer: string;
	subject: string;
	email: string;
	name: string | null;
	role: OperatorRole;
}

/** `invitedBy` is null if the configuration invited them. The first owner never counts as new: no operator invited them. */
export const insertOperator = (tx: Tx, made: NewOperator, invitedBy: number | null): Promise<ListedOperator> =>
	sql`insert into operator ${row({
		...made,
		power_given_by: invitedBy,
		power_since: invitedBy === null ? '-infinity' : sql`lightstick_now()`,
	})} returning ${OPERATOR}`.one(tx);

type Place = Pick<ListedOperator, 'role' | 'removed'>;

export const updateOperator = (tx: Tx, operatorId: number, { role, removed }: Place, raisedBy: number | null) =>
	sql`update operator set role = ${role}, version = version + 1,
			removed_at = case when ${removed} then coalesce(removed_at, lightstick_now()) end,
			power_since = case when ${raisedBy}::integer is null then power_since else lightstick_now() end,
			power_given_by = coalesce(${raisedBy}, power_given_by)
		where operator_id = ${operatorId} returning ${OPERATOR}`.one<ListedOperator>(tx);

/** `inviterId` is null where the configuration invited them. */
export type OpenInvitation = Invitation & { inviterId: number | null };

const INVITATION = raw(`invitation_id, email, role,
	${epochSeconds('expires_at').text} as expires_time,
	case when claimed_at is not null then 'claimed' when withdrawn_at is not null then 'withdrawn'
		when expires_at <= lightstick_now() then 'expired' else 'open' end as status`);
const OPEN = raw(`claimed_at is null and withdrawn_at is null and expires_at > lightstick_now()`);

export const selectInvitations = (db: Db): Promise<Invitation[]> =>
	sql`select ${INVITATION} from operator_invitation order by invitation_id desc limit 200`.all(db);

export async function insertInvitation(
	tx: Tx,
	{ email, role, invitedBy, days }: { email: string; role: OperatorRole; invitedBy: number | null; days: number },
): Promise<Invitation | null> {
	await sql`update operator_invitation set withdrawn_at = lightstick_now()
			where lower(email) = lower(${email}) and claimed_at is null
				and withdrawn_at is null and expires_at <= lightstick_now()`.run(tx);
	return sql`insert into operator_invitation (email, role, invited_by, expires_at)
		select ${email}, ${role}, ${invitedBy}::integer, lightstick_now() + make_interval(days => ${days})
		where not exists (select from operator where lower(email) = lower(${email}) and removed_at is null)
		on conflict do nothing returning ${INVITATION}`.maybeOne<Invitation>(tx);
}

export const withdrawInvitation = (tx: Tx, invitationId: number): Promise<Invitation | null> =>
	sql`update operator_invitation set withdrawn_at = lightstick_now() where invitation_id = ${invitationId} and ${OPEN}
			returning ${INVITATION}`.maybeOne(tx);

export const lockOpenInvitation = (tx: Tx, email: string): Promise<OpenInvitation | null> =>
	sql`select ${INVITATION}, invited_by as "inviterId"
		from operator_invitation where lower(email) = lower(${email}) and ${OPEN} for update`.maybeOne(tx);
