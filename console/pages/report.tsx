/** A week or a month in numbers, against the one before. */
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { addressOf } from '#client/call.ts';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { exportReport, readReport, type Report, span as spans } from '#contract/operator/reports.ts';
import { isLocalTime } from '#contract/values/local-time.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { readOf } from '../lib/api/queries.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { dayAfter, shortDay } from '../lib/format/time.ts';
import { useAddressState, useAddressText } from '../lib/lists/address-state.ts';
import { Waiting } from '../lib/lists/list-state.tsx';
import { Table } from '../lib/table/table.tsx';
import { Card, Page } from '../shell/page.tsx';
import '../features/audit-trail/audit-trail.css';

const PANEL = 'report';

export default function ReportPage() {
	const { t } = useLingui();
	const [span, setSpan] = useAddressState('span', spans.options);
	const [inAddress, setDay] = useAddressText('day');
	const day = isLocalTime(`${inAddress}T00:00`) ? inAddress : undefined;
	const query = { span, day };
	const read = useQuery(readOf(readReport, { query }, { placeholderData: keepPreviousData }));
	const report = read.data;
	return (
		<Page
			title={t`Report`}
			actions={
				<a className={buttonClass({ variant: 'quiet' })} href={addressOf(exportReport, { query })} download>
					<ConsoleIcon name="down" />
					<Trans>Income as CSV</Trans>
				</a>
			}
		>
			<div className="trail-tabs cluster">
				<Tabs
					look="segmented"
					label={t`What the report covers`}
					panelId={PANEL}
					items={[
						{ value: 'week', label: t`Week` },
						{ value: 'month', label: t`Month` },
					]}
					value={span}
					onChange={setSpan}
				/>
				{report && (
					<>
						<Button variant="quiet" onClick={() => setDay(report.before.from)}>
							{span === 'week' ? <Trans>Week before</Trans> : <Trans>Month before</Trans>}
						</Button>
						{report.complete && (
							<Button variant="quiet" onClick={() => setDay(dayAfter(report.now.until) ?? '')}>
								{span === 'week' ? <Trans>Week after</Trans> : <Trans>Month after</Trans>}
							</Button>
						)}
					</>
				)}
			</div>
			<div id={PANEL} role="tabpanel" aria-label={t`Report`}>
				{report ? <Parts report={report} /> : <Waiting read={read} />}
			</div>
		</Page>
	);
}

const daysOf = ({ from, until }: Report['now']) => `${shortDay(from) ?? from} – ${shortDay(until) ?? until}`;

function Parts({ report }: { report: Report }) {
	const { t } = useLingui();
	const { now, before, complete } = report;
	const money = <Key extends string>(key: Key, header: string) => ({
		key,
		header,
		align: 'end' as const,
		render: (row: Record<Key, number> & { currency: string }) =>
			formatMoney({ currency: row.currency, minor: row[key] }),
	});
	return (
		<div className="stack">
			<Card tight title={t`${daysOf(now)}, before: ${daysOf(before)}`}>
				{complete ? null : <Tag tone="warning">{t`Not over yet: these days are compared with whole ones`}</Tag>}
				<Table
					label={t`Numbers`}
					rows={useFigures(report)}
					columns={[
						{ key: 'name', header: t`What`, strong: true, render: ({ name }) => name },
						{ key: 'now', header: t`These days`, align: 'end', strong: true, render: (row) => row.text(row.now) },
						{ key: 'before', header: t`Before`, align: 'end', render: (row) => row.text(row.before) },
						{ key: 'change', header: t`Change`, align: 'end', room: 'some', render: changeOf },
					]}
				/>
			</Card>
			<Card tight title={<Trans>Income by day</Trans>}>
				{report.days.length === 0 ? (
					<Empty lit={false} title={<Trans>No income in these days</Trans>} />
				) : (
					<Table
						label={t`Income by day`}
						rows={report.days}
						columns={[
							{ key: 'day', header: t`Day`, strong: true, render: ({ day }) => shortDay(day) },
							{ key: 'orders', header: t`Orders`, room: 'some', count: (row) => row.orders },
							money('gross_minor', t`Gross`),
							{ ...money('refunded_minor', t`Refunds`), room: 'some' },
							{ ...money('disputed_minor', t`Disputes`), room: 'some' },
							money('net_minor', t`Net`),
						]}
					/>
				)}
			</Card>
			{report.packs.length > 0 && (
				<Card tight title={<Trans>Gross income by pack</Trans>}>
					<Table
						label={t`Gross income by pack`}
						rows={report.packs}
						columns={[
							{
								key: 'pack',
								header: t`Gem pack`,
								strong: true,
								opens: (row) => ['goods', row.goods_id],
								render: (row) => t`${formatNumber(row.gems)} + ${formatNumber(row.bonus_gems)} gems`,
							},
							{ key: 'orders', header: t`Orders`, count: (row) => row.orders },
							money('gross_minor', t`Gross`),
							{ ...money('gross_before_minor', t`Before`), room: 'some' },
						]}
					/>
				</Card>
			)}
			{report.artists.length > 0 && (
				<Card tight title={<Trans>Top artists</Trans>}>
					<Table
						label={t`Top artists`}
						rows={report.artists}
						columns={[
							{
								key: 'artist',
								header: t`Artist`,
								strong: true,
								opens: (row) => ['artists', row.artist_id],
								render: (row) => row.en_name,
							},
							{ key: 'votes', header: t`Votes`, count: (row) => row.votes },
							{ key: 'before', header: t`Before`, count: (row) => row.votes_before },
						]}
					/>
				</Card>
			)}
		</div>
	);
}

interface Figure {
	name: string;
	now: number | null;
	before: number | null;
	text: (value: number | null) => string;
}

function useFigures({ now, before }: Report): Figure[] {
	const { t } = useLingui();
	const currencies = [...new Set([...now.income, ...before.income].map(({ currency }) => currency))];
	const plain = (value: number | null) => (value === null ? '–' : formatNumber(value));
	return [
		...currencies.flatMap((currency) => {
			const of = (name: string, key: 'gross_minor' | 'refunded_minor' | 'disputed_minor' | 'net_minor'): Figure => ({
				name: currencies.length > 1 ? `${name}, ${currency}` : name,
				now: now.income.find((row) => row.currency === currency)?.[key] ?? 0,
				before: before.income.find((row) => row.currency === currency)?.[key] ?? 0,
				text: (minor) => formatMoney({ currency, minor: minor ?? 0 }),
			});
			return [
				of(t`Gross income`, 'gross_minor'),
				of(t`Refunds`, 'refunded_minor'),
				of(t`Disputes`, 'disputed_minor'),
				of(t`Net income`, 'net_minor'),
			];
		}),
		{ name: t`Votes`, now: now.votes, before: before.votes, text: plain },
		{ name: t`New fans`, now: now.new_fans, before: before.new_fans, text: plain },
		{ name: t`Free gems`, now: now.free_gems, before: before.free_gems, text: plain },
	];
}

function changeOf({ now, before }: Figure): string {
	if (now === null || before === null || before <= 0) return '–';
	const percent = Math.round((now / before - 1) * 100);
	return percent < 0 ? `−${formatNumber(-percent)} %` : `+${formatNumber(percent)} %`;
}
