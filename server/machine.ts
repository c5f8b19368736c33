/** What the start needs from the machine: a folder of its own, and a port or a socket. */
import { chmod, mkdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { StartRefused } from './config/refused.ts';

/** The data folder holds keys, pictures and the embedded database: no other user of this machine may enter it. */
export async function prepareDataFolder(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const { uid, mode } = await stat(folder);
		if (uid === userInfo().uid && (mode & 0o077) !== 0) await chmod(folder, 0o700);
	} catch (error) {
		throw new StartRefused(`LIGHTSTICK_DATA: the folder ${folder} cannot be used: ${codeOf(error)}`);
	}
}

/** Returns the address. */
export async function listen(app: FastifyInstance, { port, host }: Config, socket: number | null): Promise<string> {
	try {
		return await app.listen({ port, host, ...(socket === null ? {} : { fd: socket }) });
	} catch (error) {
		const place =
			socket === null ? `HOST and PORT: cannot listen on ${host}, port ${port}` : 'LISTEN_FDS: cannot listen';
		throw new StartRefused(`${place}: ${codeOf(error)}`);
	}
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error));
