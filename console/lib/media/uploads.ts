/** Pictures of this page that are on their way to the server. A form must not be saved without them. */
import { Problem } from '#client/call.ts';

/** A field's, as long as it is shown, and ids of those within texts. */
export const uploads = { ofFields: new Set<string>(), inTexts: new Set<string>() };

/** Returns the refusal to save these values now, or null. */
export function uploadRefusal(values: object): Problem | null {
	const text = JSON.stringify(values);
	const isRunning = uploads.ofFields.size > 0 || [...uploads.inTexts].some((id) => text.includes(id));
	return isRunning ? new Problem(0, 'upload_running', '') : null;
}
