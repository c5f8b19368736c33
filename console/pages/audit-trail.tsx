/** The audit trail: searches it, shows an entry, exports it as a file. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSettled } from '#client/use-settled.ts';
import { exportAuditTrail } from '#contract/operator/audit-trail.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { AuditList } from '../features/audit-trail/audit-list.tsx';
import { type AuditFilter, auditQuery } from '../features/audit-trail/get-audit-trail.ts';
import { addressOf } from '../lib/api/call.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { ListState } from '../lib/lists/list-state.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { useMay } from '../lib/session/operator.tsx';
import { Card, Page } from '../shell/page.tsx';

const PANEL = 'trail';

export default function AuditPage() {
	const { t } = useLingui();
	const may = useMay();
	const [address] = useSearchParams();
	const target = address.get('target') ?? '';
	const [words, setWords] = useState('');
	const search = useSettled(words);
	const [what, setWhat] = useState<AuditFilter['what']>('changes');
	const read = useInfiniteQuery(auditQuery({ search, target, what }));
	const entries = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page
			title={target ? t`Audit trail of ${target}` : t`Audit trail`}
			actions={
				<>
					<SearchField label={t`Search the trail`} value={words} onChange={setWords} />
					{may(exportAuditTrail) && (
						<a
							className={buttonClass({ variant: 'quiet' })}
							href={addressOf(exportAuditTrail, {
								query: { what, search: search || undefined, target: target || undefined },
							})}
							download
						>
							<ConsoleIcon name="down" />
							<Trans>Export</Trans>
						</a>
					)}
				</>
			}
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
					<ListState read={read} count={entries?.length} empty={<Trans>Nothing found</Trans>}>
						<AuditList entries={entries} />
					</ListState>
					<MoreRows read={read} />
				</Card>
			</div>
		</Page>
	);
}
