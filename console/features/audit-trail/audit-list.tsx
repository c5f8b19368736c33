/** Lists the audit trail: a sentence per entry, its reason, and what it changed. */
import { useLingui } from '@lingui/react/macro';
import { Table } from '#ui/primitives/table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { Changes } from './changes.tsx';
import type { AuditEntry } from './get-audit-trail.ts';
import { Sentence } from './sentence.tsx';
import './audit-list.css';

export function AuditList({ entries }: { entries: AuditEntry[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`Audit trail`}
			rows={entries}
			rowKey={(entry) => entry.audit_id}
			columns={[
				{ key: 'time', header: t`When`, room: 'some', render: (entry) => dateTime(entry.time) },
				{
					key: 'what',
					header: t`What happened`,
					render: (entry) => (
						<>
							<Sentence entry={entry} />
							{/* Narrow screens have no room for the other columns. */}
							<span className="audit-small">
								{dateTime(entry.time)}
								{entry.why ? ` · ${entry.why}` : null}
							</span>
						</>
					),
				},
				{ key: 'why', header: t`Reason`, room: 'some', render: (entry) => entry.why },
				{
					key: 'changes',
					header: t`Change`,
					room: 'much',
					render: (entry) => <Changes before={entry.before} after={entry.after} />,
				},
			]}
		/>
	);
}
