import { formats, i18n } from '@lingui/core';
import { presentSeconds } from '#client/server-clock.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { dDay } from './birthday.ts';

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
	return <>{today ? `${day} · ${dDay(birthday, today)}` : day}</>;
}
