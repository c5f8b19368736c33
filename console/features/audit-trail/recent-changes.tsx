/** The latest changes by operators, as sentences. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { readOf } from '../../lib/api/queries.ts';
import { ListState } from '../../lib/lists/list-state.tsx';
import { useDateTime } from '../../lib/session/operator.tsx';
import { Sentence } from './sentence.tsx';
import './audit-trail.css';

const RECENT = 8;
const REFRESH_MS = 30_000;

const recentChangesQuery = readOf(getAuditTrail, { query: { limit: RECENT } }, { refetchInterval: REFRESH_MS });

export function RecentChanges() {
	const read = useQuery(recentChangesQuery);
	const dateTime = useDateTime();
	const changes = read.data?.list;
	if (changes?.length === 0) {
		return (
			<p className="quiet">
				<Trans>No changes yet.</Trans>
			</p>
		);
	}
	return (
		<ListState read={read} count={changes?.length} empty={null}>
			<ul className="rows recent-changes">
				{changes?.map((entry) => (
					<li key={entry.audit_id}>
						<Sentence entry={entry} />
						<time dateTime={new Date(entry.time * 1000).toISOString()}>{dateTime(entry.time)}</time>
					</li>
				))}
			</ul>
		</ListState>
	);
}
