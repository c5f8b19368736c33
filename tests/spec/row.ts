/** One statement of the specification, and how it is known to be kept. */

export interface Row {
	/** `S2-07`: the seventh row of section 2. A test that proves it carries `[S2-07]` in its title. */
	id: string;
	section: number;
	statement: string;
	/** True for check-in and store: their tests carry ids when the gems issue is closed. */
	withTheGemsIssue?: true;
}

type Written = readonly [number: number, statement: string, waits?: typeof WITH_THE_GEMS_ISSUE];

/** Marks a row that is proven with the gems issue. */
export const WITH_THE_GEMS_ISSUE = 'with the gems issue';

export function rows(section: number, written: readonly Written[]): Row[] {
	return written.map(([number, statement, waits]) => ({
		id: `S${section}-${String(number).padStart(2, '0')}`,
		section,
		statement,
		...(waits && { withTheGemsIssue: true }),
	}));
}
