import type { ConsoleIconName } from '../../lib/elements/console-icon.tsx';

export interface Option {
	key: string;
	icon: ConsoleIconName;
	name: string;
	detail?: string | null;
	/** A state in a word. */
	tag?: string | null;
	/** The page it leads to. */
	to?: string;
	/** What it does instead of leading to a page. */
	act?: () => void;
}

export interface OptionGroup {
	name: string;
	options: Option[];
}
