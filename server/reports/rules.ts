/** Weeks and months of the calendar. Pure. */
import type { Span } from '#contract/operator/reports.ts';

/** First and last day, `YYYY-MM-DD`. */
export interface Period {
	from: string;
	until: string;
}

/** Returns the week (from Monday) or the month of a day. */
export function periodOf(span: Span, day: string): Period {
	const date = new Date(`${day}T00:00Z`);
	if (span === 'week') {
		const from = moved(day, -((date.getUTCDay() + 6) % 7));
		return { from, until: moved(from, 6) };
	}
	const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
	return { from: `${day.slice(0, 7)}-01`, until: last.toISOString().slice(0, 10) };
}

export const periodBefore = (span: Span, { from }: Period): Period => periodOf(span, moved(from, -1));

function moved(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
