/** Panels of the dashboard: what needs an operator now, today’s key numbers, a running ranking. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { Face, RowLink, TrailLink } from '../../lib/elements/elements.tsx';
import { approvalName, counted, percentChange } from '../../lib/format/values.ts';
import { Table } from '../../lib/table/table.tsx';
import { pathOf, paths, type Section } from '../../nouns.ts';
import './dashboard.css';

type AttentionItem = Dashboard['attention'][number];

export function Attention({ items }: { items: AttentionItem[] }) {
	if (items.length === 0) return <Tag tone="good">Nothing at the moment</Tag>;
	return (
		<Table
			label="Needs attention"
			rows={items.map((item) => ({ ...item, ...toldOf(item) }))}
			rowKey={({ kind, target, text }) => `${kind} ${target} ${text}`}
			columns={[
				{
					key: 'text',
					header: 'Item',
					strong: true,
					render: ({ to, text, reason }) => (
						<>
							{to === undefined ? text : <RowLink to={to}>{text}</RowLink>}
							<span className="cell-detail block faint regular text-xs narrow-only">{reason}</span>
						</>
					),
				},
				{ key: 'kind', header: 'Why', room: 'some', render: 'reason' },
				{
					key: 'step',
					header: 'Next step',
					align: 'end',
					render: ({ to, step }) => (to === undefined ? step : <TrailLink to={to}>{step}</TrailLink>),
				},
			]}
		/>
	);
}

type Told = readonly [reason: string, step?: string, section?: Section, isList?: boolean];

const order = (reason: string, step = 'Open order') => [reason, step, 'orders'] as const;
const ofRanking = (reason: string, step: string) => [reason, step, 'rankings'] as const;
const list = (section: Section, reason: string, step: string) => [reason, step, section, true] as const;
const told: Record<AttentionItem['kind'], Told> = {
	job_failing: ['Background job keeps failing'],
	books_unbalanced: ['The books do not balance. Run npm run audit'],
	witness_failing: ['A witness has not cosigned the public log for ten minutes'],
	push_refused: ['Push services refuse reminders. Check the VAPID keys and the clock'],
	payment_event_given_up: ['A payment event could not be handled for three days', 'Resend it at Stripe'],
	order_overdue: order('Stripe does not close a payment page'),
	ranking_paused: ofRanking('Voting is paused', 'Resume'),
	ranking_without_cover: ofRanking('No cover', 'Add cover'),
	ranking_without_entries: ofRanking('No artists in the ranking', 'Add artists'),
	ranking_published_by_site: ofRanking(
		'Published by the site itself, with last month’s cover and artists',
		'Look at it',
	),
	ranking_unpublished: ofRanking('Still a draft shortly before its start', 'Publish'),
	order_unfulfilled: order('Paid at Stripe, no gems yet', 'Check with Stripe'),
	surplus_waiting: order('Overpaid: the surplus has not been refunded yet'),
	refund_waiting: order('Refund not confirmed by Stripe'),
	refund_refused: order('Stripe refused a refund'),
	payment_disputed: order('The fan’s bank disputes the payment', 'Answer at Stripe'),
	payment_refused: list('goods', 'Stripe refuses the price of a pack. Change or unpublish it', 'Open packs'),
	packs_off_sale: list('goods', 'The site sells in another currency: fans do not see them', 'Open packs'),
	approval_waiting: list('approvals', 'Waits for a second operator', 'Decide'),
	case_ready: ['A case is ready to be voided or dropped', 'Decide', 'cases'],
	vote_log_stuck: list('voteLog', 'The public vote log is stuck', 'Open log'),
	votes_unusual: ['Unusual concentration of votes', 'Look into it', 'votes'],
	sign_ups_unusual: list('fans', 'Unusual concentration of sign-ups', 'Look into it'),
	result_in_review: ofRanking('Voting is closed, and the result is in review', 'Look at the result'),
	result_waiting: list('cases', 'The review is over, and an open case holds up the certificate', 'Close the case'),
	next_month_missing: list('rankings', 'Ends within a week, and no ranking follows it', 'Create next month'),
};

/** Returns why an item needs an operator, and the step that settles it. Faults of the site itself have none here. */
function toldOf({ kind, target, text, about }: AttentionItem) {
	const [reason, step, section, isList] = told[kind];
	const to = section && (isList ? pathOf(section) : paths.one(section, target));
	const isApproval = kind === 'approval_waiting' && about !== null;
	return { reason, step, to, text: isApproval ? `${approvalName(about)}: ${text}` : text };
}

type Day = Dashboard['days'][number];

export function KeyNumbers({ dashboard }: { dashboard: Dashboard }) {
	const { days } = dashboard;
	const [yesterday, today] = days.slice(-2);
	if (!today || !yesterday) return null;
	const { today: hours, yesterday: hoursBefore } = dashboard.votes_by_hour;
	const cards: (Omit<WeekBarsProps, 'values'> & { value: string; beside: ReactNode; week?: number[] })[] = [
		{
			name: 'Votes per minute, now',
			value: formatNumber(dashboard.votes_per_minute),
			beside: (
				<>
					{formatNumber(sum(hours))} today
					{hoursBefore.includes(null) ? null : `, ${formatNumber(sum(hoursBefore))} yesterday`}
				</>
			),
		},
		...[
			{ name: 'Sign-ups', of: (day: Day) => day.sign_ups },
			{ name: 'Check-ins', of: (day: Day) => day.check_ins },
			{ name: 'Paid orders', of: (day: Day) => day.orders_fulfilled },
		].map(({ name, of }) => ({
			name,
			value: formatNumber(of(today)),
			beside: `${formatNumber(of(yesterday))} yesterday`,
			week: days.map(of),
		})),
		{
			name: 'Gems spent on votes',
			value: formatNumber(today.gems?.spent ?? 0),
			beside: `${formatNumber(today.gems?.issued ?? 0)} given to fans today`,
			week: days.map((day) => day.gems?.spent ?? 0),
		},
		{
			name: 'Revenue',
			value: revenueText(today),
			beside: `${revenueText(yesterday)} yesterday`,
			week: days.map((day) => mainRevenue(days)(day).minor),
			words: (minor) => formatMoney({ ...mainRevenue(days)(today), minor }),
		},
	];
	return (
		<dl className="key-numbers stack">
			{cards.map(({ name, value, beside, week, words }) => (
				<div key={name} className="card">
					<dt className="muted text-s">{name}</dt>
					<dd className="flex grow">
						<b className="breaks">{value}</b>
						<small className="muted text-s">{beside}</small>
						{week && <WeekBars name={name} values={week} words={words} />}
					</dd>
				</div>
			))}
		</dl>
	);
}

const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((total, next) => total + (next ?? 0), 0);

const revenueText = ({ revenue }: Day) => (revenue.length === 0 ? '0' : revenue.map(formatMoney).join(' + '));

/** Returns a reader of a day's revenue (minor units) in the week's largest currency. Currencies cannot be added up. */
function mainRevenue(days: readonly Day[]): (day: Day) => Day['revenue'][number] {
	const [most] = days.flatMap(({ revenue }) => revenue).toSorted((one, other) => other.minor - one.minor);
	const { currency } = most ?? { currency: 'USD' };
	return ({ revenue }) => revenue.find((one) => one.currency === currency) ?? { currency, minor: 0 };
}

interface WeekBarsProps {
	name: string;
	values: readonly number[];
	words?: ((value: number) => string) | undefined;
}

/** Shows seven days as seven bars. Today's bar is highlighted. */
function WeekBars({ name, values, words = formatNumber }: WeekBarsProps) {
	const most = Math.max(...values, 1);
	return (
		<>
			<span className="week-bars stack gap-1" aria-hidden="true">
				{values.map((value, day) => (
					<i key={day} style={{ height: `${(value / most) * 100}%` }} />
				))}
			</span>
			<span className="visually-hidden">{`${name}, seven days: ${values.map(words).join('; ')}`}</span>
		</>
	);
}

const DAY_SECONDS = 86_400;
const timeLeft = (seconds: number) => `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;

export function RunningRanking({ ranking }: { ranking: Dashboard['rankings'][number] }) {
	const most = Math.max(ranking.top5[0]?.tickets ?? 0, 1);
	const days = Math.floor(ranking.end_countdown / DAY_SECONDS);
	const { month_before: before } = ranking;
	return (
		<section className="card running-ranking">
			<h2 className="card-title">
				<Link to={paths.one('rankings', ranking.ranking_key)}>{ranking.title}</Link>{' '}
				{ranking.status === 'paused' && <Tag tone="bad">Paused</Tag>}
			</h2>
			<p className="muted text-s">
				{formatNumber(ranking.total_tickets)} votes
				{' · '}
				{days === 0 ? `ends in ${timeLeft(ranking.end_countdown)}` : counted(days, 'day left', 'days left')}
			</p>
			{before && before.tickets > 0 && (
				<p className="muted text-s">
					<b>{percentChange(ranking.total_tickets, before.tickets)}</b> against {before.title} at this hour (
					{formatNumber(before.tickets)})
				</p>
			)}
			<ol className="mt-2">
				{ranking.top5.map((artist, index) => (
					<li
						key={artist.artist_id}
						className="row relative gap-3 text-m fan"
						style={artist.fan_color ? fanStyle(artist.fan_color) : undefined}
					>
						<b>{index + 1}</b>
						<Face url={artist.avatar_url} />
						<Link to={paths.one('artists', artist.artist_id)}>{artist.en_name}</Link>
						<span className="push semibold">{formatNumber(artist.tickets)}</span>
						<i style={{ width: `${(artist.tickets / most) * 100}%` }} />
					</li>
				))}
			</ol>
		</section>
	);
}
