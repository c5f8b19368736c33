/** The audit trail: searches it, shows an entry, exports it as a file. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '#ui/primitives/empty.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { AuditFilterBar } from '../features/audit-trail/audit-filter.tsx';
import { AuditList } from '../features/audit-trail/audit-list.tsx';
import { type AuditFilter, auditQuery } from '../features/audit-trail/get-audit-trail.ts';
import { useTargetName } from '../features/audit-trail/target.tsx';
import { useAddressSearch, useAddressState, useAddressText } from '../lib/lists/address-state.ts';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { Card, Page } from '../shell/page.tsx';

const PANEL = 'trail';
const SHOWN = ['changes', 'reads'] as const;

export default function AuditPage() {
	const { t } = useLingui();
	const [target, setTarget] = useAddressText('target');
	const [operator, setOperator] = useAddressText('operator');
	const [noun, setNoun] = useAddressText('about');
	const { words, setWords, search } = useAddressSearch();
	const [what, setWhat] = useAddressState('show', SHOWN);
	const view = useTableView({ time: 'desc' });
	const filter: AuditFilter = { search, target, noun, operator, what, order: view.order };
	const read = useInfiniteQuery(auditQuery(filter));
	const entries = read.data?.pages.flatMap(({ list }) => list);
	const nameOf = useTargetName();
	const first = entries?.[0];
	const narrowedTo = target
		? nameOf(target, first?.target_name ?? null)
		: operator && (first?.operator?.name ?? first?.operator?.email ?? t`operator ${operator}`);
	return (
		<Page
			title={t`Audit trail`}
			actions={<SearchField label={t`Fan, action or reason`} value={words} onChange={setWords} />}
		>
			<div className="trail-tabs">
				<Tabs
					look="segmented"
					label={t`What the trail shows`}
					panelId={PANEL}
					items={[
						{ value: 'changes', label: t`Changes` },
						{ value: 'reads', label: t`Reads of personal data` },
					]}
					value={what}
					onChange={setWhat}
				/>
			</div>
			<div id={PANEL} role="tabpanel" aria-label={t`Audit trail`}>
				<Card tight>
					<AuditList
						entries={entries}
						filter={filter}
						view={view}
						read={read}
						nothing={<Empty lit={false} title={<Trans>No entries found</Trans>} />}
						filters={
							<AuditFilterBar
								noun={noun}
								onNoun={setNoun}
								narrowedTo={narrowedTo || null}
								onWiden={() => (target ? setTarget('') : setOperator(''))}
							/>
						}
					/>
					<MoreRows read={read} />
				</Card>
			</div>
		</Page>
	);
}
