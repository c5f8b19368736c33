/** Every statement on operators, invitations and sessions. The audit trail's are in audit-sql.ts. */
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { fragment, maybeOne, one, sql, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import { IDLE_MINUTES, SESSION_HOURS_MAX } from './sessions/limits.ts';

export interface OperatorRow {
	operatorId: number;
	email: string;
	name: string | null;
	role: OperatorRole;
	/** Epoch seconds. */
	joined: number;
	lastSeen: number | null;
	removed: boolean;
	passkeys: number;
	/** Open ones. */
	sessions: number;
	/** Has joined or been raised within the last day: approves nothing yet. */
	new: boolean;
	version: number;
}

const OPERATOR = fragment(`operator_id as "operatorId", email, name, role, ${epochSeconds('joined_at')} as joined,
	(select ${epochSeconds('max(used_at)')} from operator_session session
		where session.operator_id = operator.operator_id) as "lastSeen",
	removed_at is not null as removed, version,
	power_since > lightstick_now() - interval '24 hours' as new,
	(select count(*) from operator_passkey passkey where passkey.operator_id = operator.operator_id) as passkeys,
	(select count(*) from operator_session session where session.operator_id = operator.operator_id and ended_at is null
		and used_at > lightstick_now() - interval '${IDLE_MINUTES} minutes'
		and started_at > lightstick_now() - interval '${SESSION_HOURS_MAX} hours') as sessions`);

export function selectOperators(db: Db): Promise<OperatorRow[]> {
	return db.query<OperatorRow>(sql`select ${OPERATOR} from operator order by operator_id`);
}

export function selectByIdentity(tx: Tx, issuer: string, subject: string): Promise<OperatorRow | null> {
	return maybeOne<OperatorRow>(
		tx,
		sql`select ${OPERATOR} from operator where issuer = ${issuer} and subject = ${subject}`,
	);
}

/**
 * Not `for update`: that would wait for, and be waited for by, every audit entry that names the operator, in an order that
 * differs from call to call.
 */
export function lockOperator(tx: Tx, operatorId: number): Promise<OperatorRow | null> {
	return maybeOne<OperatorRow>(
		tx,
		sql`select ${OPERATOR} from operator where operator_id = ${operatorId} for no key update`,
	);
}

export async function selectAnyOperator(tx: Tx): Promise<boolean> {
	const { exist } = await one<{ exist: boolean }>(tx, sql`select exists (select from operator) as exist`);
	return exist;
}

export interface NewOperator {
	issuer: string;
	subject: string;
	email: string;
	name: string | null;
	role: OperatorRole;
	/** Null if the configuration invited them. The first owner never counts as new: no operator invited them. */
	invitedBy: number | null;
}

export function insertOperator(tx: Tx, made: NewOperator): Promise<OperatorRow> {
	const { issuer, subject, email, name, role, invitedBy } = made;
	return one<OperatorRow>(tx, {
		text: `insert into operator (issuer, subject, email, name, role, power_given_by, power_since)
			values ($1, $2, $3, $4, $5, $6::integer, case when $6 is null then '-infinity' else lightstick_now() end)
			returning ${OPERATOR}`,
		values: [issuer, subject, email, name, role, invitedBy],
	});
}

export function updateOperator(
	tx: Tx,
	operatorId: number,
	{ role, removed, raisedBy }: Pick<OperatorRow, 'role' | 'removed'> & { raisedBy: number | null },
): Promise<OperatorRow> {
	return one<OperatorRow>(tx, {
		text: `update operator set role = $2, version = version + 1,
				removed_at = case when $3 then coalesce(removed_at, lightstick_now()) end,
				power_since = case when $4::integer is null then power_since else lightstick_now() end,
				power_given_by = coalesce($4, power_given_by)
			where operator_id = $1 returning ${OPERATOR}`,
		values: [operatorId, role, removed, raisedBy],
	});
}

export interface InvitationRow {
	invitationId: number;
	email: string;
	role: OperatorRole;
	invitedBy: string | null;
	inviterId: number | null;
	invited: number;
	expires: number;
	status: 'open' | 'claimed' | 'withdrawn' | 'expired';
}

const INVITATION = fragment(`invitation_id as "invitationId", email, role,
	(select email from operator where operator_id = invited_by) as "invitedBy", invited_by as "inviterId",
	${epochSeconds('invited_at')} as invited, ${epochSeconds('expires_at')} as expires,
	case when claimed_at is not null then 'claimed' when withdrawn_at is not null then 'withdrawn'
		when expires_at <= lightstick_now() then 'expired' else 'open' end as status`);
const OPEN = fragment(`claimed_at is null and withdrawn_at is null and expires_at > lightstick_now()`);

export function selectInvitations(db: Db): Promise<InvitationRow[]> {
	return db.query<InvitationRow>(
		sql`select ${INVITATION} from operator_invitation order by invitation_id desc limit 200`,
	);
}

/** Returns null if the address is already invited or belongs to an operator. */
export async function insertInvitation(
	tx: Tx,
	{ email, role, invitedBy, days }: { email: string; role: OperatorRole; invitedBy: number | null; days: number },
): Promise<InvitationRow | null> {
	await tx.query(sql`update operator_invitation set withdrawn_at = lightstick_now()
			where lower(email) = lower(${email}) and claimed_at is null and withdrawn_at is null and expires_at <= lightstick_now()`);
	return maybeOne<InvitationRow>(tx, {
		text: `insert into operator_invitation (email, role, invited_by, expires_at)
			select $1, $2, $3::integer, lightstick_now() + make_interval(days => $4)
			where not exists (select from operator where lower(email) = lower($1) and removed_at is null)
			on conflict do nothing returning ${INVITATION}`,
		values: [email, role, invitedBy, days],
	});
}

export function withdrawInvitation(tx: Tx, invitationId: number): Promise<InvitationRow | null> {
	return maybeOne<InvitationRow>(
		tx,
		sql`update operator_invitation set withdrawn_at = lightstick_now() where invitation_id = ${invitationId} and ${OPEN}
			returning ${INVITATION}`,
	);
}

export function lockOpenInvitation(tx: Tx, email: string): Promise<InvitationRow | null> {
	return maybeOne<InvitationRow>(
		tx,
		sql`select ${INVITATION} from operator_invitation where lower(email) = lower(${email}) and ${OPEN} for update`,
	);
}

export async function claimInvitation(tx: Tx, invitationId: number, operatorId: number): Promise<void> {
	await tx.query(
		sql`update operator_invitation set claimed_at = lightstick_now(), claimed_by = ${operatorId} where invitation_id = ${invitationId}`,
	);
}
