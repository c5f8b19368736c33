/** Follows a restore: sessions that had ended since are alive again, and whoever was removed since works here again. */
import type { Database, Db } from '#server/kernel/database.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/connect.ts';

/**
 * Ends every session of fans and operators, and every sign-in under way. Then prints what only a person can confirm.
 * @param ownerUrl of a database that no site uses now
 */
export async function endSessions(ownerUrl: string, tell: (line: string) => void): Promise<void> {
	await using db = openDatabase(ownerUrl, { role: null, max: 1, timeouts: OF_JOBS });
	const { fans, operators } = await revokeAll(db);
	tell(`Ended ${fans} sessions of fans and ${operators} of operators: everybody signs in again`);
	await tellWhatToConfirm(db, tell);
}

async function revokeAll(db: Database): Promise<{ fans: number; operators: number }> {
	return db.transaction(async (tx) => {
		const fans = await tx.query({
			text: `update session set revoked_at = lightstick_now()
				where revoked_at is null and expires_at > lightstick_now() returning token_hash`,
		});
		const operators = await tx.query({
			text: `update operator_session set ended_at = lightstick_now(), step_up_ends_at = null
				where ended_at is null returning token_hash`,
		});
		await tx.query({ text: 'delete from sign_in_attempt' });
		await tx.query({ text: 'delete from operator_challenge' });
		return { fans: fans.length, operators: operators.length };
	});
}

/** One list for each thing that may have changed since the moment. A removal is lost as surely as a lock. */
const LISTS = {
	'Operators, with their role and passkeys': `
		select email || ', ' || role || ', passkeys: ' || coalesce((
			select string_agg(name, ', ' order by passkey_id) from operator_passkey where operator_id = operator.operator_id), 'none') as line
		from operator where removed_at is null order by operator_id`,
	'Open invitations': `
		select email || ', ' || role || ', until ' || to_char(expires_at at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') as line
		from operator_invitation
		where claimed_at is null and withdrawn_at is null and expires_at > lightstick_now() order by invitation_id`,
	'Suspended fans, by number': `select fan_id::text as line from wallet where suspended order by fan_id`,
	'Requests to delete an account, by the number of the fan': `
		select fan_id::text || ', due ' || to_char(erase_at at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') as line
		from deletion_request where cancelled_at is null and erased_at is null order by fan_id`,
};

async function tellWhatToConfirm(db: Db, tell: (line: string) => void): Promise<void> {
	tell('Confirm each of these in the console. What was changed after the moment is as it was before:');
	for (const [title, text] of Object.entries(LISTS)) {
		const rows = await db.query<{ line: string }>({ text });
		tell(`  ${title}: ${rows.length === 0 ? 'none' : rows.length}`);
		for (const { line } of rows) tell(`    ${line}`);
	}
}
