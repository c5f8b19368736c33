/** Pictures on disk: `<data folder>/media/<id>/<width>.<format>`. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileName, isMediaId, readFileName, type MediaFile } from './names.ts';
import type { MediaStore } from './store.ts';

/** `folder` is the data folder (LIGHTSTICK_DATA); what is missing in it is made when a picture comes. */
export function diskStore(folder: string): MediaStore {
	const folderOf = (mediaId: string) => {
		if (!isMediaId(mediaId)) throw new Error('Not the id of a picture');
		return join(folder, 'media', mediaId);
	};
	return {
		async list(mediaId) {
			const names = await orNothing(readdir(folderOf(mediaId)));
			return (names ?? []).map(readFileName).filter((file): file is MediaFile => file !== null);
		},
		read: (mediaId, file) => orNothing(readFile(join(folderOf(mediaId), fileName(file)))),
		async write(mediaId, file, bytes) {
			const place = folderOf(mediaId);
			await mkdir(place, { recursive: true });
			// A crash leaves at most a stray file whose name is never requested.
			const draft = join(place, `.${randomUUID()}`);
			await writeFile(draft, bytes);
			await rename(draft, join(place, fileName(file)));
		},
		remove: (mediaId) => rm(folderOf(mediaId), { recursive: true, force: true }),
	};
}

async function orNothing<Result>(reading: Promise<Result>): Promise<Result | null> {
	try {
		return await reading;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	}
}
