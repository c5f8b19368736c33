/** What fans were told, and how long they waited. Only the second depends on the machine. */

export interface Journal {
	/** Refusals by day and slug. */
	refusals: Map<string, number>[];
	/** Milliseconds from a press of the button to the answer, by day. */
	waits: number[][];
	/** Ballots that were counted. */
	votes: number;
	beginDay(day: number): void;
	voted(ms: number): void;
	refused(slug: string): void;
}

export function openJournal(): Journal {
	let today = 0;
	const journal: Journal = {
		refusals: [],
		waits: [],
		votes: 0,
		beginDay(day) {
			today = day;
			for (let each = journal.refusals.length; each <= day; each += 1) {
				journal.refusals.push(new Map());
				journal.waits.push([]);
			}
		},
		voted(ms) {
			journal.votes += 1;
			journal.waits[today]?.push(ms);
		},
		refused(slug) {
			const counts = journal.refusals[today];
			counts?.set(slug, (counts.get(slug) ?? 0) + 1);
		},
	};
	return journal;
}
