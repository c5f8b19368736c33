/** Props that all editors of small lists share. */
export interface EditorOf<Thing> {
	/** Undefined for a new item. */
	stored: Thing | undefined;
	/** Reads the stored item again. */
	reload?: () => Promise<Thing | undefined>;
	onSaved?: () => void;
	onDiscarded?: () => void;
}
