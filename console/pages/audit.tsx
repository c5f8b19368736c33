/** The audit trail: searches it, shows an entry, exports it as a file. */
import { formatMoney } from '#client/money.ts';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { exportAuditTrail, exportedColumns } from '#contract/operator/lists/exports.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { Sentence } from '../features/audit-trail/sentence.tsx';
import { useAddressState, useAddressText } from '../lib/lists/list-state.tsx';
import { thingKinds, thingOf } from '../lib/sections.ts';
import { useDateTime, useSiteZone } from '../lib/session/operator.tsx';
import { ListPage } from '../shell/list-page.tsx';

const PANEL = 'trail';
const SHOWN = ['changes', 'reads'] as const;

export default function AuditPage() {
	const [target, setTarget] = useAddressText('target');
	const [operator, setOperator] = useAddressText('operator');
	const [what, setWhat] = useAddressState('show', SHOWN);
	const { zoneName } = useSiteZone();
	return (
		<ListPage
			of={{ list: getAuditTrail }}
			sorts={{ time: 'desc' }}
			search="Operator, fan, action or reason"
			filters={[
				{ name: 'about', as: 'noun', label: 'About', options: thingKinds(), any: 'Everything' },
				{ name: 'from', label: `From (${zoneName})` },
				{ name: 'until', label: `Until (${zoneName})` },
			]}
			query={{ what, target: target || undefined, operator_id: Number(operator) || undefined }}
			renderNarrowed={(first) => {
				const name = first?.operator?.name ?? first?.operator?.email ?? `operator ${operator}`;
				const narrowedTo = target ? thingOf(target, first?.target_name ?? null).text : operator && name;
				return (
					narrowedTo && (
						<Button variant="quiet" onClick={() => (target ? setTarget('') : setOperator(''))}>
							Only {narrowedTo} · show all
						</Button>
					)
				);
			}}
			renderList={(list) => (
				<>
					<div className="mb-4">
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
						{list}
					</div>
				</>
			)}
			rowKey={(entry) => entry.audit_id}
			nameOf={(entry) => entry.action}
			none="No entries found"
			nonePlain
			file={{
				endpoint: exportAuditTrail,
				fileName: 'audit-trail.csv',
				columns: exportedColumns.audit,
				isPersonal: false,
			}}
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
	);
}

const SHOWN_MAX = 4;
const TEXT_MAX = 60;

/** What an entry changed, field by field. The whole record stays one press away. */
function Changes({ before, after }: { before?: unknown; after?: unknown }) {
	const changes = changesBetween(before, after, useDateTime());
	return (
		// One box: a cell of a card on phones puts its children side by side.
		<div>
			{changes.length > 0 && (
				<ul className="text-s breaks">
					{changes.slice(0, SHOWN_MAX).map(([field, change]) => (
						<li key={field}>{change}</li>
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

/** Fields of bookkeeping, which say nothing about the change itself. */
const QUIET = new Set(['version', 'entries_version', 'approval_id', 'masked', 'fan_ids']);

function changesBetween(before: unknown, after: unknown, timeOf: (seconds: number) => string) {
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
		const name = field.replace(/_(?:minor|time)$/, '').replaceAll('_', ' ');
		return [[field, `${name}: ${before === null || oldText === null ? '' : `${oldText} → `}${text}`] as const];
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
