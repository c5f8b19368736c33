/** Lists the audit trail: a sentence per entry, its reason, and what it changed. */
import { useLingui } from '@lingui/react/macro';
import { exportAuditTrail } from '#contract/operator/lists/exports.ts';
import { DataTable, type DataTableProps } from '../../lib/table/data-table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { Changes } from './changes.tsx';
import { type AuditEntry, type AuditFilter, auditInput } from './get-audit-trail.ts';
import { Sentence } from './sentence.tsx';
import './audit-list.css';

interface Props extends Pick<DataTableProps<AuditEntry>, 'read' | 'view' | 'filters' | 'nothing'> {
	entries: AuditEntry[] | undefined;
	filter: AuditFilter;
}

export function AuditList({ entries, filter, ...rest }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const file = {
		endpoint: exportAuditTrail,
		filter: auditInput(filter),
		fileName: 'audit-trail.csv',
		isPersonal: false,
	};
	return (
		<DataTable
			{...rest}
			label={t`Audit trail`}
			rows={entries}
			rowKey={(entry) => entry.audit_id}
			nameOf={(entry) => entry.action}
			tools={{ list: 'audit', file }}
			columns={[
				{
					key: 'time',
					header: t`When`,
					sortAs: 'time',
					exportAs: ['time'],
					render: (entry) => dateTime(entry.time),
				},
				{
					key: 'what',
					header: t`What happened`,
					always: true,
					exportAs: ['operator', 'action', 'target'],
					render: (entry) => <Sentence entry={entry} />,
				},
				{ key: 'why', header: t`Reason`, room: 'some', exportAs: ['why'], render: (entry) => entry.why },
				{
					key: 'changes',
					header: t`Change`,
					room: 'much',
					exportAs: ['before', 'after'],
					render: (entry) => <Changes before={entry.before} after={entry.after} />,
				},
			]}
		/>
	);
}
