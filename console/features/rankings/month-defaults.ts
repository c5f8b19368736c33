/** Proposes the month, the title and the period of a new monthly ranking. Pure: local times in, local times out. */

export interface MonthDefaults {
	ranking_key: string;
	title: string;
	starts_local: string;
	ends_local: string;
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the first month after `now` (`YYYY-MM-DDTHH:MM`) that has no monthly ranking among the given keys. */
export function nextMonth(now: string, keys: readonly string[]): MonthDefaults {
	const first = new Date(`${now.slice(0, 7)}-01T00:00Z`);
	for (;;) {
		first.setUTCMonth(first.getUTCMonth() + 1);
		const starts = localOf(first);
		const key = `monthly-${starts.slice(0, 7)}`;
		if (keys.includes(key)) continue;
		const end = new Date(first);
		end.setUTCMonth(end.getUTCMonth() + 1);
		return {
			ranking_key: key,
			title: `${monthName.format(first)} Monthly`,
			starts_local: starts,
			ends_local: localOf(end),
		};
	}
}

const localOf = (time: Date) => time.toISOString().slice(0, 16);
