/** The audit trail: searches it, shows an entry, exports it as a file. */
import { formatMoney } from '#client/money.ts';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { exportAuditTrail, exportedColumns } from '#contract/operator/lists/exports.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Sentence } from '../features/audit-trail/sentence.tsx';
import { useAddressSearch, useAddressState, useAddressText, useList } from '../lib/lists/list-state.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { thingKinds, thingOf } from '../lib/sections.ts';
import { useDateTime, useSiteZone } from '../lib/session/operator.tsx';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table.tsx';
import { DayFilter } from '../shell/list-page.tsx';
import { Card, Page } from '../shell/page.tsx';
import '../features/audit-trail/audit-trail.css';

const PANEL = 'trail';
const SHOWN = ['changes', 'reads'] as const;

export default function AuditPage() {
	const [target, setTarget] = useAddressText('target');
	const [operator, setOperator] = useAddressText('operator');
	const [noun, setNoun] = useAddressText('about');
	const { words, setWords, search } = useAddressSearch();
	const [what, setWhat] = useAddressState('show', SHOWN);
	const [from, setFrom] = useAddressText('from');
	const [until, setUntil] = useAddressText('until');
	const { zoneName } = useSiteZone();
	const view = useTableView({ time: 'desc' });
	const filter = {
		what,
		order: view.order,
		search: search || undefined,
		target: target || undefined,
		noun: noun || undefined,
		operator_id: Number(operator) || undefined,
		from: from || undefined,
		until: until || undefined,
	};
	const { read, rows } = useList(getAuditTrail, { query: filter });
	const kinds = [['', 'Everything'] as const, ...thingKinds()];
	const first = rows?.[0];
	/** The operator or item to which the trail is narrowed, in words. */
	const narrowedTo = target
		? thingOf(target, first?.target_name ?? null).text
		: operator && (first?.operator?.name ?? first?.operator?.email ?? `operator ${operator}`);
	const columns = exportedColumns.audit;
	const file = { endpoint: exportAuditTrail, filter, fileName: 'audit-trail.csv', columns, isPersonal: false };
	return (
		<Page actions={<SearchField label="Operator, fan, action or reason" value={words} onChange={setWords} />}>
			<div className="trail-tabs">
				<Tabs
					look="segmented"
					label="What the trail shows"
					panelId={PANEL}
					items={[
						{ value: 'changes', label: 'Changes' },
						{ value: 'reads', label: 'Reads of personal data' },
					]}
					value={what}
					onChange={setWhat}
				/>
			</div>
			<div id={PANEL} role="tabpanel" aria-label="Audit trail">
				<Card tight>
					<DataTable
						label="Audit trail"
						rows={rows}
						rowKey={(entry) => entry.audit_id}
						nameOf={(entry) => entry.action}
						view={view}
						read={read}
						nothing={<Empty lit={false} title="No entries found" />}
						filters={
							<>
								<ChoiceField label="About" value={noun} options={kinds} onChange={setNoun} />
								<DayFilter label={`From (${zoneName})`} value={from} onChange={setFrom} />
								<DayFilter label={`Until (${zoneName})`} value={until} onChange={setUntil} />
								{narrowedTo && (
									<Button variant="quiet" onClick={() => (target ? setTarget('') : setOperator(''))}>
										Only {narrowedTo} · show all
									</Button>
								)}
							</>
						}
						tools={{ list: 'audit', file }}
						columns={[
							{ key: 'time', header: 'When', sortAs: 'time', time: 'time' },
							{
								key: 'what',
								header: 'What happened',
								always: true,
								exportAs: ['operator', 'action', 'target'],
								render: (entry) => <Sentence entry={entry} />,
							},
							{ key: 'why', header: 'Reason', room: 'some', render: 'why' },
							{
								key: 'changes',
								header: 'Change',
								room: 'much',
								exportAs: ['before', 'after'],
								render: (entry) => <Changes before={entry.before} after={entry.after} />,
							},
						]}
					/>
				</Card>
			</div>
		</Page>
	);
}

const SHOWN_MAX = 4;
const TEXT_MAX = 60;

interface Change {
	field: string;
	before: string | null;
	after: string;
}

/** What an entry changed, field by field. The whole record stays one press away. */
function Changes({ before, after }: { before?: unknown; after?: unknown }) {
	const changes = changesBetween(before, after, useDateTime());
	return (
		// One box: a cell of a card on phones puts its children side by side.
		<div>
			{changes.length > 0 && (
				<ul className="audit-changes">
					{changes.slice(0, SHOWN_MAX).map((change) => (
						<li key={change.field}>
							<ChangeText change={change} />
						</li>
					))}
				</ul>
			)}
			<details className="exact">
				<summary>Full record</summary>
				<pre>{JSON.stringify({ before, after }, null, 2)}</pre>
			</details>
		</div>
	);
}

function ChangeText({ change: { field, before, after } }: { change: Change }) {
	const name = field.replace(/_(?:minor|time)$/, '').replaceAll('_', ' ');
	return <>{before === null ? `${name}: ${after}` : `${name}: ${before} → ${after}`}</>;
}

/** Fields of bookkeeping, which say nothing about the change itself. */
const QUIET = new Set(['version', 'entries_version', 'approval_id', 'masked', 'fan_ids']);

function changesBetween(before: unknown, after: unknown, timeOf: (seconds: number) => string): Change[] {
	const [old, now] = [fieldsOf(before), fieldsOf(after)];
	return Object.entries(now).flatMap(([field, value]) => {
		const textIn = (record: Record<string, unknown>) => {
			const amount = record[field];
			if (typeof amount !== 'number') return textOf(amount);
			if (field.endsWith('_time')) return timeOf(amount);
			const { currency } = { ...now, ...record };
			return field.endsWith('_minor') && typeof currency === 'string'
				? formatMoney({ currency, minor: amount })
				: textOf(amount);
		};
		const [text, oldText] = [textIn(now), textIn(old)];
		if (QUIET.has(field) || text === null || text === oldText || (before === null && value === null)) return [];
		return [{ field, before: before === null ? null : oldText, after: text }];
	});
}

const fieldsOf = (state: unknown): Record<string, unknown> =>
	typeof state === 'object' && state !== null && !Array.isArray(state) ? { ...state } : {};

/** Returns null for values that are too long or too deep for a line. */
function textOf(value: unknown): string | null {
	if (value === null || value === '') return '–';
	if (typeof value === 'number') return value.toLocaleString('en-US');
	if (typeof value === 'string') return value.length > TEXT_MAX ? null : value;
	return typeof value === 'boolean' ? String(value) : null;
}
