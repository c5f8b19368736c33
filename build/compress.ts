/** Compresses built files once, so that the server sends bytes. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const WORTH_IT = /\.(?:js|css|svg|json|txt)$/;
/** Below this the headers weigh more than what is saved. */
const BYTES_MIN = 1_000;

/** Writes `<file>.br` and `<file>.gz` beside every file that gets smaller by it. */
export async function compressFolder(folder: string): Promise<void> {
	const names = (await readdir(folder, { recursive: true })).filter((name) => WORTH_IT.test(name));
	await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
	if ((await stat(path)).size < BYTES_MIN) return;
	const bytes = await readFile(path);
	const [br, zipped] = await Promise.all([
		toBrotli(bytes, {
			params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
		}),
		toGzip(bytes, { level: 9 }),
	]);
	await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, zipped)]);
}
