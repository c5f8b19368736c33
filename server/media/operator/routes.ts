/** Uploads. */
import { uploadPicture } from '#contract/operator/media.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import { readUpload } from '#server/http/console/upload.ts';
import { mediaUrl } from '../names.ts';
import type { MediaStore } from '../store.ts';
import { takePicture } from './uploads.ts';

const SHOWN_WIDTH = 640;

export function mediaOperatorRoutes(house: ConsoleHouse & { media: MediaStore }): void {
	serveOperator(house, uploadPicture, async ({ operator, request }) => {
		const file = await readUpload(request, uploadPicture);
		const { mediaId, width, height } = await takePicture(house, operator, file);
		return { media_id: mediaId, url: mediaUrl(mediaId, SHOWN_WIDTH), width, height };
	});
}
