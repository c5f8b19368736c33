/** What every editor of a small list takes. */
export interface EditorOf<Thing> {
	/** Nothing: a new one. */
	stored: Thing | undefined;
	/** Reads it again. */
	reload?: () => Promise<Thing | undefined>;
	onSaved?: () => void;
	onDiscarded?: () => void;
}
