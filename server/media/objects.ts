/** Pictures in an object store: `media/<id>/<width>.<format>`, as on a disk. */
import { fileName, isMediaId, readFileName, type MediaFile } from './names.ts';
import { isPicture, NotAPicture, type ObjectStore, type MediaStore } from './store.ts';

export function objectMedia(objects: ObjectStore): MediaStore {
	const folderOf = (mediaId: string) => {
		if (!isMediaId(mediaId)) throw new Error('Not the id of a picture');
		return `media/${mediaId}/`;
	};
	const keyOf = (mediaId: string, file: MediaFile) => folderOf(mediaId) + fileName(file);
	return {
		async list(mediaId) {
			const folder = folderOf(mediaId);
			const keys = await objects.list(folder);
			return keys.map((key) => readFileName(key.slice(folder.length))).filter((file) => file !== null);
		},
		async read(mediaId, file) {
			const bytes = await objects.read(keyOf(mediaId, file));
			if (bytes && !isPicture(bytes, file.format)) {
				throw new NotAPicture(`The object store gave something else for ${keyOf(mediaId, file)} than a picture`);
			}
			return bytes;
		},
		write: (mediaId, file, bytes) => objects.write(keyOf(mediaId, file), bytes, `image/${file.format}`),
		async remove(mediaId) {
			await Promise.all((await objects.list(folderOf(mediaId))).map((key) => objects.remove(key)));
		},
	};
}
