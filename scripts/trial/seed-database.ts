/** Demo content, on the conditions under which it is allowed. */
import { seed } from '../../demo/seed.ts';
import type { Config } from '#server/config/config.ts';
import { OF_JOBS } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { openPictures } from '#server/storage.ts';
import { openLogKeys } from '#public-log/server/keys.ts';
import { openVoterSecrets } from '#public-log/server/fans/voters.ts';

/** Fills an empty database and returns true; leaves any other alone. */
export async function seedWhenEmpty(ownerUrl: string, config: Config): Promise<boolean> {
	await using db = openDatabase(ownerUrl, { role: null, timeouts: OF_JOBS });
	const empty = await isEmpty(db);
	if (empty) await fill(db, config);
	return empty;
}

async function isEmpty(db: Database): Promise<boolean> {
	const [row] = await db.query<{ empty: boolean }>({
		text: 'select not exists (select from fan) and not exists (select from artist) as empty',
	});
	return row?.empty === true;
}

async function fill(db: Database, config: Config): Promise<void> {
	console.log('Planting the demo content …');
	const voterSecrets = openVoterSecrets((await openLogKeys(config)).masterKey);
	await seed(db, openPictures(config), { voterSecrets });
	await inviteOwner(db, config.operators.ownerEmail);
	// From now on no public site takes this database.
	await db.query({
		text: `insert into installation (public_url, demo) values ($1, true) on conflict (only_row) do update set demo = true`,
		values: [config.publicUrl],
	});
}

/**
 * The content names a former operator, and the configuration invites an owner only where there has never been any. So
 * the invitation is planted too.
 */
async function inviteOwner(db: Database, email: string | null): Promise<void> {
	if (email === null) return;
	await db.query({
		text: `insert into operator_invitation (email, role, expires_at)
			values ($1, 'owner', lightstick_now() + interval '1 year')`,
		values: [email],
	});
}
