/** Keeps a second site away from a database that belongs to a first one. Processes of one site are as many as one likes. */
import type pg from 'pg';
import { isLoopback } from '#server/config/addresses.ts';
import { StartRefused } from '#server/config/refused.ts';
import { askOnce } from './ask-once.ts';

/**
 * Checks before the migrations that the database belongs to this site, or to none.
 * @param name the variable that holds the owner's address
 * @throws {StartRefused} if it belongs to another one
 */
export async function expectOwnSite(name: string, url: string, publicUrl: string): Promise<void> {
	await askOnce(name, url, async (client) => {
		const { rows } = await client.query<{ table: string | null }>(`select to_regclass('public.installation') as table`);
		if (rows[0]?.table != null) await expectSite(client, publicUrl);
	});
}

/**
 * Writes down whose the database is. A site that was tried out on one machine becomes the public one.
 * @throws {StartRefused} if another site that started at the same moment was first
 */
export async function keepSite(name: string, url: string, publicUrl: string): Promise<void> {
	await askOnce(name, url, async (client) => {
		await client.query('insert into installation (public_url) values ($1) on conflict do nothing', [publicUrl]);
		const kept = await expectSite(client, publicUrl);
		if (kept !== publicUrl) await client.query('update installation set public_url = $1', [publicUrl]);
	});
}

async function expectSite(client: pg.ClientBase, publicUrl: string): Promise<string> {
	const { rows } = await client.query<{ publicUrl: string }>('select public_url as "publicUrl" from installation');
	const kept = rows[0]?.publicUrl ?? publicUrl;
	if (isSameSite(kept, publicUrl)) return kept;
	throw new StartRefused(
		`This database belongs to the site ${kept}, and PUBLIC_URL is ${publicUrl}. Two sites cannot share a database: name ` +
			'another one in DATABASE_URL. If the site has moved to this address, stop its processes and tell the database, ' +
			`as its owner: update installation set public_url = '${publicUrl}'`,
	);
}

/** Ports of a developer's machine change, and mean nothing. */
function isSameSite(kept: string, publicUrl: string): boolean {
	return kept === publicUrl || isLoopback(kept);
}
