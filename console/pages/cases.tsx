/** Cases: the list, or the page of one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useSettled } from '#client/use-settled.ts';
import type { VoteCase } from '#contract/operator/voting/cases.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { CaseFacts } from '../features/voting/cases/case-facts.tsx';
import { CaseList } from '../features/voting/cases/case-list.tsx';
import { CaseSteps } from '../features/voting/cases/case-steps.tsx';
import { CaseVotes } from '../features/voting/cases/case-votes.tsx';
import { caseQuery, casesQuery, caseVotesQuery } from '../features/voting/cases/get-cases.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { NoResults } from '../lib/lists/no-results.tsx';
import { OneState } from '../lib/lists/one-state.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';

export default function CasesPage() {
	const { id } = useParams();
	return id === undefined ? <Cases /> : <OneCase key={id} caseId={Number(id)} />;
}

function Cases() {
	const { t } = useLingui();
	const view = useTableView({ opened: 'desc' });
	const read = useInfiniteQuery(casesQuery(view.order));
	const cases = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page
			title={t`Cases`}
			actions={
				<Link className="trail-link" to={paths.votes}>
					<Trans>Votes by ranking</Trans>
				</Link>
			}
		>
			<Card tight>
				<CaseList
					cases={cases}
					view={view}
					read={read}
					nothing={
						<NoResults none={<Trans>No cases yet</Trans>}>
							<Trans>A case collects votes that should not count. Open one on the page of a ranking’s votes.</Trans>
						</NoResults>
					}
				/>
				<MoreRows read={read} />
			</Card>
		</Page>
	);
}

function OneCase({ caseId }: { caseId: number }) {
	const { t } = useLingui();
	const read = useQuery(caseQuery(caseId));
	const one = read.data;
	return (
		<Page
			title={t`Case ${caseId}`}
			actions={
				<Link className="trail-link" to={paths.cases}>
					<Trans>All cases</Trans>
				</Link>
			}
		>
			{one ? (
				<>
					<Card>
						<WaitsNotice name="case_id" value={caseId} />
						<CaseFacts one={one} />
						<CaseSteps one={one} />
						<Link className="trail-link" to={paths.auditOf(`case:${caseId}`)}>
							<Trans>Audit trail of this case</Trans>
						</Link>
					</Card>
					<VotesOf one={one} />
				</>
			) : (
				<Card>
					<OneState read={read} />
				</Card>
			)}
		</Page>
	);
}

function VotesOf({ one }: { one: VoteCase }) {
	const { t } = useLingui();
	const view = useTableView({ fan: 'asc' });
	const [words, setWords] = useState('');
	const fanId = Number(useSettled(words.replaceAll(/\D/g, ''))) || null;
	const moved = `${one.voided_votes}-${one.restored_votes}`;
	const read = useInfiniteQuery(caseVotesQuery(one.case_id, fanId, moved));
	const votes = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Card tight title={<Trans>Votes in this case</Trans>}>
			<CaseVotes
				one={one}
				votes={votes}
				fanId={fanId}
				view={view}
				read={read}
				filters={<SearchField label={t`Number of a fan`} value={words} onChange={setWords} />}
				nothing={<Empty lit={false} title={<Trans>No votes of this fan</Trans>} />}
			/>
			<MoreRows read={read} />
		</Card>
	);
}
