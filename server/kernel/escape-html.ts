const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text content and quoted attribute values. */
export const escapeHtml = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

/** JSON for a `<script type="application/json">` or JSON-LD: nothing in it can end the script or open a comment. */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replaceAll(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
