/** Determines the user who runs the embedded server, and creates the folders that only this user may enter. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const NOBODY = 65_534;

/** A program and arguments to start a server as somebody that PostgreSQL accepts: it refuses to run as root. */
export interface StartsAs {
	wrap(program: string): [string, ...string[]];
	ids: { uid?: number; gid?: number };
}

export async function startsAs(): Promise<StartsAs> {
	if (userInfo().uid !== 0) return { wrap: (program) => [program], ids: {} };
	const unshare = ['--user', '--map-user=1000', '--map-group=1000'];
	try {
		await promisify(execFile)('unshare', [...unshare, 'true']);
		return { wrap: (program) => ['unshare', ...unshare, program], ids: {} };
	} catch {
		return { wrap: (program) => [program], ids: { uid: NOBODY, gid: NOBODY } };
	}
}

export async function makeFolder(folder: string, { ids }: StartsAs): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await giveTo(folder, ids);
}

/**
 * Makes the folder of the socket, or takes the one that is there if nobody else can have put anything into it: any local
 * user may make a folder of this name in the shared temporary folder, and answer in it as our database.
 */
export async function openSocketFolder(data: string, { ids }: StartsAs): Promise<string> {
	const folder = socketFolder(data);
	await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	// Not through a link: what it points to may change after the check.
	const found = await lstat(folder);
	const owners = [userInfo().uid, ...(ids.uid === undefined ? [] : [ids.uid])];
	// Without users on Windows, everybody's number is -1 and 0.
	const isOurs = process.platform === 'win32' || (owners.includes(found.uid) && (found.mode & 0o022) === 0);
	if (!found.isDirectory() || !isOurs) {
		throw new Error(
			`${folder} was made by somebody else, or others may write to it: the embedded database does not use it. ` +
				'Look who made it and remove it, or set TMPDIR to a folder of your own',
		);
	}
	await giveTo(folder, ids);
	return folder;
}

/** A socket's path may be about 100 bytes long, so it cannot live beside the data. */
export function socketFolder(data: string): string {
	const name = createHash('sha256').update(`${userInfo().uid}:${data}`).digest('hex').slice(0, 16);
	return join(tmpdir(), `lightstick-${name}`);
}

async function giveTo(folder: string, { uid, gid }: StartsAs['ids']): Promise<void> {
	await chmod(folder, 0o700);
	if (uid !== undefined) await chown(folder, uid, gid ?? uid);
}
