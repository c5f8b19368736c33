/** Nothing can be said about the log: it could not be read. */
export class Unreachable extends Error {
	override name = 'Unreachable';
}
