/** Decides what a search text can mean. Pure. */
import { INTEGER_MAX } from '#contract/values/shapes.ts';
import { fold } from '#contract/values/text.ts';

export interface Meaning {
	/** The text as the beginning of a fan's name or address. Null if it is too short to mean a person. */
	fan: string | null;
	/** The text as the beginning of an order's id. */
	order: string | null;
	/** The text as an id of the payment provider. */
	provider: string | null;
	fanId: number | null;
	caseId: number | null;
}

/** Shorter beginnings would put strangers' names on the screen, and on the audit trail, with each key. */
const FAN_CHARACTERS_MIN = 2;
const ORDER_CHARACTERS_MIN = 4;

export function meaningOf(given: string): Meaning {
	const text = given.trim();
	const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
	const id = number === undefined ? null : Number(number);
	return {
		fan: fold(text).length >= FAN_CHARACTERS_MIN ? text : null,
		order: text.length >= ORDER_CHARACTERS_MIN && /^[\w-]{1,22}$/.test(text) ? text : null,
		provider: /^(?:cs|pi|re|pyr|du|dp|evt)_\w+$/.test(text) ? text : null,
		fanId: id,
		caseId: id !== null && id <= INTEGER_MAX ? id : null,
	};
}
