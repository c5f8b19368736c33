/** Uploads. */
import { uploadPicture } from '#contract/operator/media.ts';
import { readUpload, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { mediaUrl } from '../names.ts';
import type { MediaStore } from '../store.ts';
import { takePicture } from './uploads.ts';

const SHOWN_WIDTH = 640;

export function mediaOperatorRoutes(deps: ConsoleDeps & { media: MediaStore }): void {
	serveOperator(deps, uploadPicture, async ({ operator, request }) => {
		const file = await readUpload(request, uploadPicture);
		const { mediaId, width, height } = await takePicture(deps, operator, file);
		return { media_id: mediaId, url: mediaUrl(mediaId, SHOWN_WIDTH), width, height };
	});
}
