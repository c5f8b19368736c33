/** The Korean names of artists, on devices without a Korean face of their own. */
import names from '#ui/fonts/text-names.woff2?url';

/**
 * Loads the font from the device, if it is there because the fan's device has needed it before. It is ready when the
 * names are drawn: else they would be drawn in another font at first, which the device would have to look for.
 */
export async function loadNames(): Promise<void> {
	try {
		if (!(await caches.match(names, { ignoreVary: true }))) return;
		await document.fonts.load("500 1em 'Lightstick Names'", '\u{ac00}');
	} catch (error) {
		console.warn('The font of names is loaded when they are drawn:', error);
	}
}
