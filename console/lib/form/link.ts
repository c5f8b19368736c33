/** Same rule as in contract/operator/shapes.ts: an https address, a path of the site, or empty. */
export function isLink(text: string): boolean {
	return text === '' || /^(?:https:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*)$/.test(text);
}
