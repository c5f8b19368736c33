/** The site cannot start as it is set up. The message is for whoever starts it and says what to change; no stack helps. */
export class StartRefused extends Error {
	override name = 'StartRefused';
}
