/** Crops a picture in the browser before the upload, and knows which are on their way. */
import { Problem } from '#client/call.ts';

/**
 * Stored pictures are at most 1280 pixels wide. A little more keeps edges sharp. The upload is lossless and still far
 * below the size limit.
 */
const WIDTH_MAX = 1600;
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** In pixels of the upright picture. */
export interface Part {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Null if the browser cannot decode the picture. */
export async function wholeOf(file: File): Promise<Part | null> {
	const picture = await createImageBitmap(file).catch(() => null);
	if (!picture) return null;
	const { width, height } = picture;
	picture.close();
	return { x: 0, y: 0, width, height };
}

export async function cutOut(file: File, { x, y, width, height }: Part): Promise<File> {
	const picture = await createImageBitmap(file);
	const size = sizeOf({ width, height });
	const canvas = new OffscreenCanvas(size.width, size.height);
	const context = canvas.getContext('2d');
	if (context) {
		// Otherwise a large photograph gets jagged edges when it is scaled down.
		context.imageSmoothingQuality = 'high';
		context.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
	}
	picture.close();
	const bytes = await canvas.convertToBlob({ type: 'image/png' });
	return new File([bytes], file.name, { type: bytes.type });
}

/** Returns the size (pixels) at which a cropped part is sent: its own, scaled down to the maximum width. */
export function sizeOf({ width, height }: Pick<Part, 'width' | 'height'>): Pick<Part, 'width' | 'height'> {
	const scale = Math.min(1, WIDTH_MAX / width);
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A field's, as long as it is shown, and ids of those within texts. */
export const uploads = { ofFields: new Set<string>(), inTexts: new Set<string>() };

/** Returns the refusal to save these values now, or null. */
export function uploadRefusal(values: object): Problem | null {
	const text = JSON.stringify(values);
	const isRunning = uploads.ofFields.size > 0 || [...uploads.inTexts].some((id) => text.includes(id));
	return isRunning ? new Problem(0, 'upload_running', '') : null;
}
