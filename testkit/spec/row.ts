/** One statement of the specification, and how it is known to be kept. */

export interface Row {
	/** `S2-07`: the seventh row of section 2. A test that proves it carries `[S2-07]` in its title. */
	id: string;
	section: number;
	statement: string;
}

type Written = readonly [number: number, statement: string];

export function rows(section: number, written: readonly Written[]): Row[] {
	return written.map(([number, statement]) => ({
		id: `S${section}-${String(number).padStart(2, '0')}`,
		section,
		statement,
	}));
}
