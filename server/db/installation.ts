/**
 * Whose database it is. A site on this machine takes any that is empty. A public site begins once, by `npm run init`, which
 * writes the same mark into the database and beside the pictures and public logs. A start compares both, because an empty
 * database or folder in place of a lost one looks like a new site.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { isLoopback } from '#server/config/addresses.ts';
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { askOnce } from './connect.ts';

interface Installation {
	publicUrl: string;
	/** Null until the site was begun by `npm run init`. */
	mark: string | null;
	demo: boolean;
}

const HOW_TO_GO_ON =
	'If this is a new site, run "npm run init" once, with its settings. If it is not, DATABASE_URL names another database ' +
	'or its data is lost: see docs/operating/recovery.md';

/**
 * Checks before the migrations that the database belongs to this site, or that a site on this machine may have it.
 * @param name the variable that holds the address
 * @returns the mark of a public site; null on this machine
 * @throws {StartRefused} if it belongs to another one, or if a public site was not begun in it
 */
export async function expectOwnSite(name: string, url: string, publicUrl: string): Promise<string | null> {
	const found = await findSite(name, url);
	expectSite(found, publicUrl);
	if (isLoopback(publicUrl)) return null;
	if (found !== null && found.mark !== null) return found.mark;
	const state = found === null ? 'holds no site' : 'was in use on this machine only';
	throw new StartRefused(
		`${name}: the database ${describeDatabase(url)} ${state}, and ${publicUrl} is a public site. ${HOW_TO_GO_ON}`,
	);
}

/** Writes down whose the database is. @throws {StartRefused} if another site that started at the same moment was first */
export async function keepSite(name: string, url: string, publicUrl: string): Promise<void> {
	await askOnce(name, url, async (client) => {
		await client.query('insert into installation (public_url) values ($1) on conflict do nothing', [publicUrl]);
		const kept = await readInstallation(client);
		expectSite(kept, publicUrl);
		if (kept?.publicUrl !== publicUrl) await client.query('update installation set public_url = $1', [publicUrl]);
	});
}

export async function markSite(name: string, url: string): Promise<string> {
	return askOnce(name, url, async (client) => {
		await client.query('update installation set mark = $1 where mark is null', [randomUUID()]);
		return (await readInstallation(client))?.mark ?? '';
	});
}

/** Null if the database is empty, or has tables and no site. */
export const findSite = (name: string, url: string): Promise<Installation | null> =>
	askOnce(name, url, readInstallation);

async function readInstallation(client: pg.ClientBase): Promise<Installation | null> {
	const tables = await client.query<{ table: string | null }>(`select to_regclass('public.installation') as table`);
	if (tables.rows[0]?.table == null) return null;
	const { rows } = await client.query<Installation>('select public_url as "publicUrl", mark, demo from installation');
	return rows[0] ?? null;
}

/** @throws {StartRefused} if the database is that of another site, or a public site would show demo content */
export function expectSite(found: Installation | null, publicUrl: string): void {
	if (found === null) return;
	const { publicUrl: kept, demo } = found;
	if (demo && !isLoopback(publicUrl))
		throw new StartRefused(
			`This database holds the demo content of a trial, and ${publicUrl} is a public site: name an empty database in DATABASE_URL`,
		);
	if (isSameSite(kept, publicUrl)) return;
	throw new StartRefused(
		`This database belongs to the site ${kept}, and PUBLIC_URL is ${publicUrl}. Two sites cannot share a database: name ` +
			'another one in DATABASE_URL. If the site has moved to this address, stop its processes and tell the database, ' +
			`as its owner: update installation set public_url = '${publicUrl}'`,
	);
}

/** Ports of a developer's machine change, and mean nothing. */
const isSameSite = (kept: string, publicUrl: string): boolean => kept === publicUrl || isLoopback(kept);
