/** Calendar: what begins and ends in a month. A grid of weeks where there is room, else a list of the days that have something. */
import { keepPreviousData } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getCalendar } from '#contract/operator/dashboard.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { useRead } from '../lib/api/calls.tsx';
import { ConsoleIcon } from '../lib/elements/elements.tsx';
import { useSiteZone } from '../lib/session/operator.tsx';
import { paths, type Section } from '../nouns.ts';
import { Card, Page, WaitingCard } from '../shell/page.tsx';
import './calendar.css';

type Month = ReplyOf<typeof getCalendar>;

const sectionOf = { ranking: 'rankings', news: 'news', banner: 'banners', pop_up: 'popUps' } as const satisfies Record<
	string,
	Section
>;
const dayAt = (day: string) => new Date(`${day}T00:00Z`);
const worded = (day: string, options: Intl.DateTimeFormatOptions) =>
	dayAt(day).toLocaleDateString('en', { ...options, timeZone: 'UTC' });
const monthsFrom = (month: string, months: number) => {
	const first = dayAt(`${month}-01`);
	first.setUTCMonth(first.getUTCMonth() + months);
	return first.toISOString().slice(0, 7);
};

export default function CalendarPage() {
	const [address] = useSearchParams();
	const month = address.get('month') ?? '';
	const query = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? { month } : {};
	const read = useRead(getCalendar, { query }, { placeholderData: keepPreviousData });
	const shown = read.data?.month;
	return (
		<Page
			title={shown ? worded(`${shown}-01`, { month: 'long', year: 'numeric' }) : 'Calendar'}
			actions={
				shown && (
					<>
						<Link className={buttonClass({ variant: 'line' })} to={{ search: `?month=${monthsFrom(shown, -1)}` }}>
							Month before
						</Link>
						<Link className={buttonClass({ variant: 'line' })} to={{ search: `?month=${monthsFrom(shown, 1)}` }}>
							Next month
						</Link>
					</>
				)
			}
		>
			{read.data ? <MonthCard {...read.data} /> : <WaitingCard read={read} />}
		</Page>
	);
}

function MonthCard({ month, today, events }: Month) {
	const { zoneName } = useSiteZone();
	const count = dayAt(`${monthsFrom(month, 1)}-01`).getTime() - dayAt(`${month}-01`).getTime();
	const days = Array.from(
		{ length: count / 86_400_000 },
		(_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
	);
	// Weeks begin on Monday.
	const column = ((dayAt(`${month}-01`).getUTCDay() + 6) % 7) + 1;
	return (
		<Card>
			{events.length === 0 && <p>Nothing begins or ends in this month.</p>}
			<ol className="calendar stack one-column gap-3 mb-4">
				{days.map((day, index) => (
					<li key={day} style={{ '--first': index === 0 ? column : 'auto' } as CSSProperties}>
						<time className="muted semibold text-xs" dateTime={day} aria-current={day === today ? 'date' : undefined}>
							{worded(day, { weekday: 'short', day: 'numeric' })}
						</time>
						<ul>
							{events
								.filter((event) => event.day === day)
								.map((event) => (
									<li key={`${event.kind} ${event.id} ${event.ends}`}>
										<Event {...event} />
									</li>
								))}
						</ul>
					</li>
				))}
			</ol>
			<p className="muted">{`Times are in the site’s zone, ${zoneName}.`}</p>
		</Card>
	);
}

function Event({ kind, id, title, hidden, ends, time }: Month['events'][number]) {
	const names = { ranking: 'Ranking', news: 'Article', banner: 'Banner', pop_up: 'Pop-up' };
	const name = title || `${names[kind]} ${id}`;
	return (
		<Link
			className="calendar-event flex align-start gap-1 text-s breaks"
			to={paths.one(sectionOf[kind], id)}
			title={names[kind]}
		>
			<ConsoleIcon name={sectionOf[kind]} />
			<span>
				{time} {ends ? `${name} ends` : name} {hidden && <i>(draft)</i>}
			</span>
		</Link>
	);
}
