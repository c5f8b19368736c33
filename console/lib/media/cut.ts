/** Cuts the middle of a picture to a shape, in the browser, before it is sent. */

/** Wider pictures are not shown anywhere. */
const WIDTH_MAX = 2400;

/** Gives the file itself where the browser cannot read it: the server says what is wrong with it. */
export async function cutTo(file: File, [across, down]: readonly [number, number]): Promise<File> {
	const picture = await createImageBitmap(file).catch(() => null);
	if (!picture) return file;
	const { x, y, width, height } = middleOf(picture, across / down);
	const scale = Math.min(1, WIDTH_MAX / width);
	const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
	canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
	picture.close();
	const bytes = await canvas.convertToBlob({ type: 'image/png' });
	return new File([bytes], file.name, { type: bytes.type });
}

/** The largest part in the middle whose width is `ratio` times its height. */
export function middleOf({ width, height }: { width: number; height: number }, ratio: number) {
	const part = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
	return { x: (width - part.width) / 2, y: (height - part.height) / 2, ...part };
}
