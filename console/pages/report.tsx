/** A week or a month in numbers, against the one before. */
import { keepPreviousData } from '@tanstack/react-query';
import { addressOf } from '#client/call.ts';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { exportReport, readReport, type Report, span as spans } from '#contract/operator/reports.ts';
import { isLocalTime } from '#contract/values/local-time.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useRead } from '../lib/api/calls.tsx';
import { Download } from '../lib/elements/elements.tsx';
import { dayAfter, percentChange, shortDay } from '../lib/format/values.ts';
import { useAddressState, useAddressText, Waiting } from '../lib/lists/list-state.tsx';
import { Table } from '../lib/table/table.tsx';
import { Card, Page } from '../shell/page.tsx';

const PANEL = 'report';
const names = { week: 'Week', month: 'Month' };

export default function ReportPage() {
	const [span, setSpan] = useAddressState('span', spans.options);
	const [inAddress, setDay] = useAddressText('day');
	const day = isLocalTime(`${inAddress}T00:00`) ? inAddress : undefined;
	const query = { span, day };
	const read = useRead(readReport, { query }, { placeholderData: keepPreviousData });
	const report = read.data;
	return (
		<Page actions={<Download href={addressOf(exportReport, { query })}>Income as CSV</Download>}>
			<div className="mb-4 row wraps gap-2">
				<Tabs
					look="segmented"
					label="What the report covers"
					panelId={PANEL}
					items={spans.options.map((value) => ({ value, label: names[value] }))}
					value={span}
					onChange={setSpan}
				/>
				{report && (
					<>
						<Button variant="quiet" onClick={() => setDay(report.before.from)}>
							{`${names[span]} before`}
						</Button>
						{report.complete && (
							<Button variant="quiet" onClick={() => setDay(dayAfter(report.now.until) ?? '')}>
								{`${names[span]} after`}
							</Button>
						)}
					</>
				)}
			</div>
			<div id={PANEL} role="tabpanel" aria-label="Report">
				{report ? <Parts report={report} /> : <Waiting read={read} />}
			</div>
		</Page>
	);
}

const daysOf = ({ from, until }: Report['now']) => `${shortDay(from) ?? from} – ${shortDay(until) ?? until}`;

function Parts({ report }: { report: Report }) {
	const { now, before, complete } = report;
	const money = <Key extends string>(key: Key, header: string) => ({
		key,
		header,
		align: 'end' as const,
		render: (row: Record<Key, number> & { currency: string }) =>
			formatMoney({ currency: row.currency, minor: row[key] }),
	});
	return (
		<div className="cards stack one-column gap-4">
			<Card tight title={`${daysOf(now)}, before: ${daysOf(before)}`}>
				{complete ? null : <Tag tone="warning">Not over yet: these days are compared with whole ones</Tag>}
				<Table
					label="Numbers"
					rows={figuresOf(report)}
					columns={[
						{ key: 'name', header: 'What', strong: true, render: 'name' },
						{ key: 'now', header: 'These days', align: 'end', strong: true, render: (row) => row.text(row.now) },
						{ key: 'before', header: 'Before', align: 'end', render: (row) => row.text(row.before) },
						{ key: 'change', header: 'Change', align: 'end', room: 'some', render: changeOf },
					]}
				/>
			</Card>
			<Card tight title="Income by day">
				{report.days.length === 0 ? (
					<Empty lit={false} title="No income in these days" />
				) : (
					<Table
						label="Income by day"
						rows={report.days}
						columns={[
							{ key: 'day', header: 'Day', strong: true, render: ({ day }) => shortDay(day) },
							{ key: 'orders', header: 'Orders', room: 'some', count: 'orders' },
							money('gross_minor', 'Gross'),
							{ ...money('refunded_minor', 'Refunds'), room: 'some' },
							{ ...money('disputed_minor', 'Disputes'), room: 'some' },
							money('net_minor', 'Net'),
						]}
					/>
				)}
			</Card>
			{report.packs.length > 0 && (
				<Card tight title="Gross income by pack">
					<Table
						label="Gross income by pack"
						rows={report.packs}
						columns={[
							{
								key: 'pack',
								header: 'Gem pack',
								strong: true,
								opens: ['goods', 'goods_id'],
								render: (row) => `${formatNumber(row.gems)} + ${formatNumber(row.bonus_gems)} gems`,
							},
							{ key: 'orders', header: 'Orders', count: 'orders' },
							money('gross_minor', 'Gross'),
							{ ...money('gross_before_minor', 'Before'), room: 'some' },
						]}
					/>
				</Card>
			)}
			{report.artists.length > 0 && (
				<Card tight title="Top artists">
					<Table
						label="Top artists"
						rows={report.artists}
						columns={[
							{ key: 'artist', header: 'Artist', strong: true, opens: ['artists', 'artist_id'], render: 'en_name' },
							{ key: 'votes', header: 'Votes', count: 'votes' },
							{ key: 'before', header: 'Before', count: 'votes_before' },
						]}
					/>
				</Card>
			)}
		</div>
	);
}

type Figure = ReturnType<typeof figuresOf>[number];

function figuresOf({ now, before }: Report) {
	const currencies = [...new Set([...now.income, ...before.income].map(({ currency }) => currency))];
	const plain = (value: number | null) => (value === null ? '–' : formatNumber(value));
	return [
		...currencies.flatMap((currency) => {
			const of = (name: string, key: 'gross_minor' | 'refunded_minor' | 'disputed_minor' | 'net_minor') => ({
				name: currencies.length > 1 ? `${name}, ${currency}` : name,
				now: now.income.find((row) => row.currency === currency)?.[key] ?? 0,
				before: before.income.find((row) => row.currency === currency)?.[key] ?? 0,
				text: (minor: number | null) => formatMoney({ currency, minor: minor ?? 0 }),
			});
			return [
				of('Gross income', 'gross_minor'),
				of('Refunds', 'refunded_minor'),
				of('Disputes', 'disputed_minor'),
				of('Net income', 'net_minor'),
			];
		}),
		{ name: 'Votes', now: now.votes, before: before.votes, text: plain },
		{ name: 'New fans', now: now.new_fans, before: before.new_fans, text: plain },
		{ name: 'Free gems', now: now.free_gems, before: before.free_gems, text: plain },
	];
}

function changeOf({ now, before }: Figure): string {
	return now === null || before === null || before <= 0 ? '–' : percentChange(now, before);
}
