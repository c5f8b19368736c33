/** Options of pickers, and the search among them. */
export interface Option {
	value: string;
	name: string;
	/** Shown beside the name, and found too: a code, a key. */
	detail?: string;
}

/** More are not shown at once: typing finds the others. */
const SHOWN_MAX = 50;

/** Returns the option whose whole name or detail was typed. */
export function named(options: readonly Option[], text: string): Option | undefined {
	const wanted = text.trim().toLowerCase();
	return options.find(({ name, detail }) => name.toLowerCase() === wanted || detail?.toLowerCase() === wanted);
}

/** Returns the options that contain the text in any case, those that are it or begin with it first. */
export function matching(options: readonly Option[], text: string): Option[] {
	const wanted = text.trim().toLowerCase();
	const rankOf = ({ name, detail = '' }: Option) => {
		const [inName, inDetail] = [name.toLowerCase(), detail.toLowerCase()];
		if (inName === wanted || inDetail === wanted) return 0;
		if (inName.startsWith(wanted)) return 1;
		return inName.includes(wanted) || inDetail.includes(wanted) ? 2 : 3;
	};
	return options
		.filter((option) => rankOf(option) < 3)
		.toSorted((one, other) => rankOf(one) - rankOf(other))
		.slice(0, SHOWN_MAX);
}
