/** The files of an uploaded picture that a browser may choose from, and the sizes at which pages show pictures. */

/** Widths (px) in which an upload is stored. A picture is never enlarged, so the widest may hold less than its name says. */
export const PICTURE_WIDTHS = [96, 320, 640, 1280] as const;

export const thumbnailOf = (mediaId: string): string => `/media/${mediaId}/320.webp`;

/** Replies hold a picture beside its id: `cover` beside `cover_media_id`, `pc_picture` beside `pc_media_id`. */
export type PictureName<Field> = Field extends 'media_id'
	? 'picture'
	: Field extends 'pc_media_id'
		? 'pc_picture'
		: Field extends `${infer Name}_media_id`
			? Name
			: never;
export const pictureName = (field: string): string =>
	field.replace(/^(pc_)?media_id$/, (_, before = '') => `${before}picture`).replace(/_media_id$/, '');

export type PictureFormat = 'webp' | 'avif';

const UPLOADED = /^(\/media\/[0-9a-f]{32}\/)(\d+)\.webp$/;

/** The most pixels that a screen has for one of CSS: an eye tells no more apart. */
const DENSITY_MAX = 3;

/**
 * The `srcset` of an uploaded picture for a place of these `sizes`, up to the width in its address. A place of some pixels
 * needs no more than a screen has for them. All others are larger than a face in a list. Other addresses have one size.
 */
export function srcSetOf(url: string | null, format: PictureFormat, sizes: string): string | undefined {
	const [, folder, widest] = UPLOADED.exec(url ?? '') ?? [];
	if (folder === undefined) return undefined;
	const most = DENSITY_MAX * Number(/^(\d+)px$/.exec(sizes)?.[1] ?? Infinity);
	const stored = PICTURE_WIDTHS.filter((width) => width <= Number(widest));
	const enough = stored.findIndex((width) => width >= most);
	const offered =
		most === Infinity ? stored.slice(stored.length > 1 ? 1 : 0) : stored.slice(0, enough + 1 || undefined);
	return offered.map((width) => `${folder}${width}.${format} ${width}w`).join(', ');
}

/**
 * Values for `sizes`: the width at which a picture is shown. The server preloads the main picture of a page, so it needs
 * the same value as the page. Round pictures of lists name less than their 48 px: 96 pixels are sharp enough on a screen
 * of triple density, and the next larger file weighs several times as much. Main pictures on phones name a tenth less, too:
 * a cheap phone then takes the file of 640 px, and not the one of 1280 for a few pixels more.
 */
export const pictureSizes = {
	banner: '(max-width: 768px) calc(90vw - 2rem), min(100vw - 2.5rem, 75rem)',
	chart: '(max-width: 768px) 6.5rem, 13.5rem',
	portrait: '(max-width: 768px) calc(90vw - 2rem), 25rem',
	article: '(max-width: 768px) calc(90vw - 2rem), 46rem',
	podiumFirst: '(max-width: 768px) 33vw, 28rem',
	podium: '(max-width: 768px) 27vw, 23rem',
	popUp: 'min(90vw - 2rem, 26rem)',
	avatar: '32px',
	card: '(max-width: 768px) 18.5rem, 24rem',
} as const;
