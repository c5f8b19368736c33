/** Demo content, on the conditions under which it is allowed. */
import { seed } from '../../demo/seed.ts';
import { isLoopback, type Config } from '#server/config/config.ts';
import { OF_JOBS } from '#server/db/timeouts.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { openPictures } from '#server/storage.ts';
import { openLogKeys } from '#public-log/server/keys.ts';
import { openVoterSecrets } from '#public-log/server/fans/voters.ts';

/** Fills an empty database; leaves any other alone. */
export async function seedWhenEmpty(ownerUrl: string, config: Config): Promise<void> {
	const db = openDatabase(ownerUrl, { role: null, timeouts: OF_JOBS });
	try {
		if (await isEmpty(db)) await fill(db, config);
	} finally {
		await db.close();
	}
}

/** @throws {Error} where demo content has no business: a public site, or a database that holds anything */
export async function seedOrRefuse(ownerUrl: string, config: Config): Promise<void> {
	if (!isLoopback(config.publicUrl))
		throw new Error(`Demo content is not for ${config.publicUrl}: it is loopback only`);
	const db = openDatabase(ownerUrl, { role: null, timeouts: OF_JOBS });
	try {
		if (!(await isEmpty(db)))
			throw new Error('The database holds fans or artists already; demo content goes into an empty one');
		await fill(db, config);
	} finally {
		await db.close();
	}
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
