/** Options of pickers, found by what an operator types. */
export interface Option {
	value: string;
	name: string;
	/** Shown beside the name: a code, a key. */
	detail?: string;
}

/** Returns the option with this name, in any case. A part of a name is none. */
export function named(options: readonly Option[], text: string): Option | undefined {
	const wanted = text.trim().toLowerCase();
	return options.find(({ name }) => name.toLowerCase() === wanted);
}

/** Returns the option with this code or key. */
export function coded(options: readonly Option[], text: string): Option | undefined {
	const wanted = text.trim().toLowerCase();
	return options.find(({ detail }) => detail?.toLowerCase() === wanted);
}
