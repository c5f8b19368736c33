import { formats, i18n } from '@lingui/core';
import { presentSeconds } from '#client/server-clock.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';

/** `Nov 30 · D-3`. The days stand there once the browser has taken over: the server's page may be of another day. */
export function BirthdayNote({ birthday }: { birthday: string }) {
	const { timeZone } = useTimezone();
	const isHere = useHydrated();
	const day = formats.date(i18n.locale || 'en', new Date(`${birthday}T00:00:00Z`), {
		month: 'short',
		day: 'numeric',
		timeZone: 'UTC',
		calendar: 'gregory',
	});
	const today = isHere && localTimeOf(presentSeconds(), timeZone)?.slice(0, 10);
	return (
		<>
			{day} {today && <span className="d-day nowrap">· {dDay(birthday, today)}</span>}
		</>
	);
}

const DAY_MS = 86_400_000;

/** `D-3`, `D-DAY`, `D+2`: to the nearest birthday. Both days are `YYYY-MM-DD` in the site's time zone. */
export function dDay(birthday: string, today: string): string {
	const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
	const [, bornMonth = 1, bornDay = 1] = birthday.split('-').map(Number);
	const now = Date.UTC(year, month - 1, day);
	const days = [-1, 0, 1].map((by) => Math.round((Date.UTC(year + by, bornMonth - 1, bornDay) - now) / DAY_MS));
	const nearest = days.reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best));
	if (nearest === 0) return 'D-DAY';
	return nearest > 0 ? `D-${nearest}` : `D+${-nearest}`;
}
