/** Panels of the dashboard: what needs an operator now, today’s key numbers, a running ranking. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { RowLink, TrailLink } from '../../lib/elements/links.tsx';
import { Face } from '../../lib/media/thumbs.tsx';
import { Table } from '../../lib/table/table.tsx';
import { pathOf, paths, type Section } from '../../paths.ts';
import './dashboard.css';

type AttentionItem = Dashboard['attention'][number];

interface Props {
	items: AttentionItem[];
	/** Says what an approval of the kind would do. */
	approvalName: (kind: string) => string;
}

export function Attention({ items, approvalName }: Props) {
	const { t } = useLingui();
	const told = useTold();
	if (items.length === 0) return <Tag tone="good">{t`Nothing at the moment`}</Tag>;
	return (
		<Table
			label={t`Needs attention`}
			rows={items.map((item) => ({ ...item, ...told(item), text: textOf(item, approvalName) }))}
			rowKey={({ kind, target, text }) => `${kind} ${target} ${text}`}
			columns={[
				{
					key: 'text',
					header: t`Item`,
					strong: true,
					render: ({ to, text, reason }) => (
						<>
							{to === undefined ? text : <RowLink to={to}>{text}</RowLink>}
							<span className="cell-detail narrow-only">{reason}</span>
						</>
					),
				},
				{ key: 'kind', header: t`Why`, room: 'some', render: ({ reason }) => reason },
				{
					key: 'step',
					header: t`Next step`,
					align: 'end',
					render: ({ to, step }) => (to === undefined ? step : <TrailLink to={to}>{step}</TrailLink>),
				},
			]}
		/>
	);
}

function textOf({ kind, text, about }: AttentionItem, approvalName: Props['approvalName']): string {
	if (kind === 'approval_waiting' && about !== null) return `${approvalName(about)}: ${text}`;
	return text;
}

/** Returns why an item needs an operator, and the step that settles it. Faults of the site itself have none here. */
function useTold(): (item: AttentionItem) => { reason: string; step?: string; to?: string } {
	const { t } = useLingui();
	return ({ kind, target }) => {
		const at = (section: Section, reason: string, step: string) => ({ reason, step, to: pathOf(section) });
		const one = (section: Section, reason: string, step: string) => ({
			reason,
			step,
			to: paths.one(section, target),
		});
		const [order, ranking] = [one.bind(null, 'orders'), one.bind(null, 'rankings')];
		const tooDear = t`Stripe refuses the price of a pack. Change it or take it off sale`;
		const heldUp = t`The review is over, and an open case holds up the certificate`;
		const unusualVotes = t`Unusual concentration of votes`;
		const unusualFans = t`Unusual concentration of sign-ups`;
		const surplus = t`Overpaid: the surplus has not been refunded yet`;
		const noNext = t`Ends within a week, and no ranking follows it`;
		const told: Record<AttentionItem['kind'], ReturnType<ReturnType<typeof useTold>>> = {
			job_failing: { reason: t`Background job keeps failing` },
			books_unbalanced: { reason: t`The books do not balance. Run npm run audit` },
			witness_failing: { reason: t`A witness has not cosigned the public log for ten minutes` },
			push_refused: { reason: t`Push services refuse reminders. Check the VAPID keys and the clock` },
			payment_event_given_up: {
				reason: t`A payment event could not be handled for three days`,
				step: t`Resend it at Stripe`,
			},
			order_overdue: order(t`Stripe does not close a payment page`, t`Open order`),
			ranking_paused: ranking(t`Voting is paused`, t`Resume`),
			ranking_without_cover: ranking(t`No cover`, t`Add cover`),
			ranking_without_entries: ranking(t`No artists in the ranking`, t`Add artists`),
			ranking_published_by_site: ranking(
				t`Published by the site itself, with last month’s cover and artists`,
				t`Look at it`,
			),
			ranking_unpublished: ranking(t`Still a draft shortly before its start`, t`Publish`),
			order_unfulfilled: order(t`Paid at the provider, gems not granted`, t`Check with Stripe`),
			surplus_waiting: order(surplus, t`Open order`),
			refund_waiting: order(t`Refund not confirmed by Stripe`, t`Open order`),
			refund_refused: order(t`Stripe refused a refund`, t`Open order`),
			payment_disputed: order(t`The fan’s bank disputes the payment`, t`Answer at Stripe`),
			payment_refused: at('goods', tooDear, t`Open packs`),
			packs_off_sale: at('goods', t`The site sells in another currency: fans do not see them`, t`Open packs`),
			approval_waiting: at('approvals', t`Waits for a second operator`, t`Decide`),
			case_ready: one('cases', t`A case is ready to be voided or dropped`, t`Decide`),
			vote_log_stuck: at('voteLog', t`The public vote log is stuck`, t`Open log`),
			votes_unusual: one('votes', unusualVotes, t`Look into it`),
			sign_ups_unusual: at('fans', unusualFans, t`Look into it`),
			result_in_review: ranking(t`Voting is closed, and the result is in review`, t`Look at the result`),
			result_waiting: at('cases', heldUp, t`Close the case`),
			next_month_missing: at('rankings', noNext, t`Create next month`),
		};
		return told[kind];
	};
}

type Day = Dashboard['days'][number];

export function KeyNumbers({ dashboard }: { dashboard: Dashboard }) {
	const { t } = useLingui();
	const { days } = dashboard;
	const [yesterday, today] = days.slice(-2);
	if (!today || !yesterday) return null;
	const { today: hours, yesterday: hoursBefore } = dashboard.votes_by_hour;
	const cards: {
		name: string;
		value: string;
		beside: ReactNode;
		week?: number[];
		words?: (value: number) => string;
	}[] = [
		{
			name: t`Votes per minute, now`,
			value: formatNumber(dashboard.votes_per_minute),
			beside: (
				<>
					<Trans>{formatNumber(sum(hours))} today</Trans>
					{hoursBefore.includes(null) ? null : <Trans>, {formatNumber(sum(hoursBefore))} yesterday</Trans>}
				</>
			),
		},
		...[
			{ name: t`Sign-ups`, of: (day: Day) => day.sign_ups },
			{ name: t`Check-ins`, of: (day: Day) => day.check_ins },
			{ name: t`Paid orders`, of: (day: Day) => day.orders_fulfilled },
		].map(({ name, of }) => ({
			name,
			value: formatNumber(of(today)),
			beside: <Trans>{formatNumber(of(yesterday))} yesterday</Trans>,
			week: days.map(of),
		})),
		{
			name: t`Gems spent on votes`,
			value: formatNumber(today.gems?.spent ?? 0),
			beside: <Trans>{formatNumber(today.gems?.issued ?? 0)} given to fans today</Trans>,
			week: days.map((day) => day.gems?.spent ?? 0),
		},
		{
			name: t`Revenue`,
			value: revenueText(today),
			beside: <Trans>{revenueText(yesterday)} yesterday</Trans>,
			week: days.map((day) => mainRevenue(days)(day).minor),
			words: (minor) => formatMoney({ ...mainRevenue(days)(today), minor }),
		},
	];
	return (
		<dl className="key-numbers">
			{cards.map(({ name, value, beside, week, words }) => (
				<div key={name} className="card">
					<dt>{name}</dt>
					<dd>
						<b>{value}</b>
						<small>{beside}</small>
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
	const { t } = useLingui();
	const most = Math.max(...values, 1);
	return (
		<>
			<span className="week-bars" aria-hidden="true">
				{values.map((value, day) => (
					<i key={day} style={{ height: `${(value / most) * 100}%` }} />
				))}
			</span>
			<span className="visually-hidden">{t`${name}, seven days: ${values.map(words).join('; ')}`}</span>
		</>
	);
}

type Running = Dashboard['rankings'][number];

const DAY_SECONDS = 86_400;

export function RunningRanking({ ranking }: { ranking: Running }) {
	const { t } = useLingui();
	const most = Math.max(ranking.top5[0]?.tickets ?? 0, 1);
	return (
		<section className="card running-ranking">
			<h2 className="card-title">
				<Link to={paths.one('rankings', ranking.ranking_key)}>{ranking.title}</Link>{' '}
				{ranking.status === 'paused' && <Tag tone="bad">{t`Paused`}</Tag>}
			</h2>
			<p>
				<Trans>{formatNumber(ranking.total_tickets)} votes</Trans>
				{' · '}
				<Plural
					value={Math.floor(ranking.end_countdown / DAY_SECONDS)}
					_0="ends within a day"
					one="# day left"
					other="# days left"
				/>
			</p>
			{ranking.month_before && <Compared now={ranking.total_tickets} {...ranking.month_before} />}
			<ol>
				{ranking.top5.map((artist, index) => (
					<li key={artist.artist_id} className="fan" style={artist.fan_color ? fanStyle(artist.fan_color) : undefined}>
						<b>{index + 1}</b>
						<Face url={artist.avatar_url} />
						<Link to={paths.one('artists', artist.artist_id)}>{artist.en_name}</Link>
						<em>{formatNumber(artist.tickets)}</em>
						<i style={{ width: `${(artist.tickets / most) * 100}%` }} />
					</li>
				))}
			</ol>
		</section>
	);
}

/** Compares the votes with those that the month before had at the same hour. */
function Compared({ now, title, tickets }: { now: number; title: string; tickets: number }) {
	const percent = tickets === 0 ? null : Math.round((now / tickets - 1) * 100);
	if (percent === null) return null;
	const change = percent < 0 ? `−${formatNumber(-percent)}` : `+${formatNumber(percent)}`;
	return (
		<p>
			<Trans>
				<b>{change} %</b> against {title} at this hour ({formatNumber(tickets)})
			</Trans>
		</p>
	);
}
