/** Opens the configured storage of pictures and of the public logs. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { StartRefused } from './config/refused.ts';
import { diskStore, objectMedia, type MediaStore, type WatchedStore, watched, cached } from './media/store.ts';
import { NOBODYS_PICTURE } from './media/names.ts';
import { openS3 } from './outside/s3/s3.ts';
import { openLogReader, openLogStore, type LogReader, type LogStore } from '#public-log/server/store.ts';

/** Holds a few thousand pictures, so that those of a page are not fetched again for every visitor. */
const CACHED_BYTES = 64 * 1024 * 1024;

export function openPictures({ media, dataFolder }: Pick<Config, 'media' | 'dataFolder'>): WatchedStore {
	if (media === null) return watched(diskStore(dataFolder));
	const store = watched(objectMedia(openS3(media)));
	return { ...cached(store, CACHED_BYTES), fault: store.fault };
}

/** Requests an unused id. @throws {Error} if the store is unreachable, lacks the bucket, or refuses the keys */
export async function expectPictures(media: MediaStore): Promise<void> {
	await media.list(NOBODYS_PICTURE).catch((error: unknown) => {
		const cause = error instanceof Error && error.cause ? error.cause : error;
		throw new StartRefused(
			`The store of pictures (LIGHTSTICK_DATA, or MEDIA_S3_…) cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
			{ cause },
		);
	});
}

type Stored = Pick<Config, 'media' | 'dataFolder'>;

/** Full tiles and bundles lie beside the pictures: in the data folder, or in their bucket. */
export const openLogs = ({ media, dataFolder }: Stored, generation: number): LogReader =>
	openLogReader(dataFolder, media && openS3(media), generation);

export const openLogWriter = ({ media, dataFolder }: Stored, generation: number): LogStore =>
	openLogStore(dataFolder, media && openS3(media), generation);

const MARK = 'site-mark';
/** Folders of pictures and public logs: `media`, `log`, `log.2` … */
const KEPT = ['media', 'log'];

/** The file that says to which site pictures and public logs belong: it holds the mark that the database has, too. */
export function openStoreMark({ media, dataFolder }: Stored) {
	if (media !== null) {
		const objects = openS3(media);
		return {
			/** Null if there is none, or if a full disk cut it off. */
			read: async () => (await objects.read(MARK))?.toString().trim() || null,
			write: (mark: string) => objects.write(MARK, Buffer.from(`${mark}\n`), 'text/plain'),
			holdsFiles: async () => (await Promise.all(KEPT.map((name) => objects.list(name)))).flat().length > 0,
		};
	}
	return {
		read: async () => (await readFile(join(dataFolder, MARK), 'utf8').catch(nullIfMissing))?.trim() || null,
		async write(mark: string) {
			await mkdir(dataFolder, { recursive: true, mode: 0o700 });
			await writeFile(join(dataFolder, MARK), `${mark}\n`, { mode: 0o600 });
		},
		async holdsFiles() {
			const names = (await readdir(dataFolder).catch(nullIfMissing)) ?? [];
			return names.some((name) => KEPT.some((kept) => name === kept || name.startsWith(`${kept}.`)));
		},
	};
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
	if (error.code === 'ENOENT') return null;
	throw error;
}

export const placeOf = ({ media, dataFolder }: Stored): string =>
	media === null ? `the data folder ${dataFolder}` : `the bucket ${media.bucket}`;

/** In another bucket or folder, logs would go on without their past. @throws {StartRefused} if not of the mark */
export async function expectOwnStore(config: Stored, mark: string): Promise<void> {
	const kept = await openStoreMark(config).read();
	if (kept === mark) return;
	const name = config.media === null ? 'LIGHTSTICK_DATA' : 'MEDIA_S3_BUCKET';
	const fault =
		kept === null
			? `holds no files of this site: mount it, name the right one, or bring back the files, ${MARK} with them. If they are ` +
				'lost for good, run "npm run init -- --files-are-lost"'
			: 'belongs to another site: name that of this one';
	throw new StartRefused(`${name}: ${placeOf(config)} ${fault}`);
}
