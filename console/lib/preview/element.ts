/** Builds markup for a preview from texts, which are escaped. */
export function markup(tag: string, attributes: Record<string, string>, text = ''): string {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.textContent = text;
	return element.outerHTML;
}

/** Returns the address of a picture at a width that fills a preview. */
export const wideAddress = (url: string): string => url.replace(/\/\d+\.webp$/, '/1280.webp');
