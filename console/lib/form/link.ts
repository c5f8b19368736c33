/** As contract/operator/shapes.ts has it: https, a path of the site, or nothing. */
export function isLink(text: string): boolean {
	return text === '' || /^(?:https:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*)$/.test(text);
}
