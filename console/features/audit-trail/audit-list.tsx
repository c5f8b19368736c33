/** Lists the audit trail: the operator, the action, and the values before and after it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '#ui/primitives/table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import type { AuditEntry } from './get-audit-trail.ts';
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
					key: 'who',
					header: t`Who`,
					room: 'some',
					render: (entry) => entry.operator?.email ?? <Trans>The site itself</Trans>,
				},
				{ key: 'action', header: t`Action`, strong: true, render: (entry) => entry.action },
				{ key: 'target', header: t`Target`, render: (entry) => entry.target },
				{ key: 'what', header: t`Why and what`, room: 'some', render: (entry) => <Difference entry={entry} /> },
			]}
		/>
	);
}

function Difference({ entry }: { entry: AuditEntry }) {
	return (
		<>
			{entry.why}
			<details className="audit-difference">
				<summary>
					<Trans>Before and after</Trans>
				</summary>
				<pre>{JSON.stringify({ before: entry.before, after: entry.after }, null, 2)}</pre>
			</details>
		</>
	);
}
