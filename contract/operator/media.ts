import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count } from '../values/shapes.ts';

/** Maximum size (bytes) of an uploaded picture. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024;

export const uploadPicture = endpoint({
	methods: ['POST'],
	path: '/console/media',
	summary:
		'Uploads a picture (multipart, field `file`; JPEG, PNG, WebP, GIF, AVIF). Only its pixels are stored, as WebP and AVIF',
	// Finance edits goods, which have pictures too.
	access: 'operator:editor+finance',
	takesFile: { bytesMax: PICTURE_BYTES_MAX },
	reply: z.object({ media_id: z.string(), url: z.string(), width: count, height: count }),
	problems: ['file_missing', 'file_too_large', 'picture_unusable', 'pictures_unavailable'],
});
