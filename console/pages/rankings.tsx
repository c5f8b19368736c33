/** Rankings: the list, and the one that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { Entries } from '../features/entries/entries.tsx';
import { EditRanking } from '../features/rankings/edit-ranking.tsx';
import { rankingQuery, rankingsQuery, useCloneLastMonth } from '../features/rankings/get-rankings.ts';
import { BirthdayProposals } from '../features/rankings/birthday-proposals.tsx';
import { NewRanking } from '../features/rankings/new-ranking.tsx';
import { RankingList } from '../features/rankings/ranking-list.tsx';
import { RankingSteps } from '../features/rankings/ranking-steps.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useErrorText } from '../lib/api/error-text.ts';
import { useAddressSearch } from '../lib/lists/address-state.ts';
import { ListState, ReadFailed } from '../lib/lists/list-state.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { useMay } from '../lib/session/operator.tsx';
import { NEW, paths } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, Page } from '../shell/page.tsx';

export default function RankingsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const { words, setWords, search } = useAddressSearch();
	const read = useInfiniteQuery(rankingsQuery(search));
	const rankings = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page
			title={t`Rankings`}
			actions={
				<>
					<SearchField label={t`Search rankings`} value={words} onChange={setWords} />
					<MakeRanking />
				</>
			}
		>
			<ListWithEditor
				list={
					<>
						{id === undefined && <BirthdayProposals />}
						<Card tight>
							<ListState read={read} count={rankings?.length} empty={<Trans>No rankings</Trans>}>
								<RankingList rankings={rankings} openKey={id} />
							</ListState>
							<MoreRows read={read} />
						</Card>
					</>
				}
				editor={id === undefined ? null : <RankingEditor key={id} id={id} />}
			/>
		</Page>
	);
}

function MakeRanking() {
	const { t } = useLingui();
	const may = useMay();
	const toast = useToast();
	const textOf = useErrorText();
	const navigate = useNavigate();
	const clone = useCloneLastMonth();
	if (!may(createRanking)) return null;
	return (
		<>
			<Button
				variant="quiet"
				icon={<ConsoleIcon name="copy" />}
				busy={clone.isPending}
				onClick={() =>
					clone.mutate(undefined, {
						onSuccess: ({ ranking }) => {
							toast(t`${ranking.title} has been created`, 'success');
							void navigate(paths.one('rankings', ranking.ranking_key));
						},
						onError: (error) => toast(textOf(error)),
					})
				}
			>
				<Trans>Clone last month</Trans>
			</Button>
			<Link className={buttonClass({})} to={paths.one('rankings', NEW)}>
				<ConsoleIcon name="plus" />
				<Trans>New ranking</Trans>
			</Link>
		</>
	);
}

function RankingEditor({ id }: { id: string }) {
	if (id === NEW) {
		return (
			<EditorPanel title={<Trans>New ranking</Trans>}>
				<NewRanking />
			</EditorPanel>
		);
	}
	return <StoredRanking id={id} />;
}

function StoredRanking({ id }: { id: string }) {
	const client = useQueryClient();
	const { data: ranking, isError, refetch } = useQuery(rankingQuery(id));
	if (!ranking) {
		return (
			<Card>{isError ? <ReadFailed onRetry={() => void refetch()} /> : <Skeleton className="screen-skeleton" />}</Card>
		);
	}
	return (
		<EditorPanel title={ranking.title}>
			<RankingSteps ranking={ranking} />
			<EditRanking ranking={ranking} onReload={() => client.fetchQuery({ ...rankingQuery(id), staleTime: 0 })} />
			<Entries ranking={ranking} />
			<Link className="trail-link" to={paths.auditOf(`ranking:${id}`)}>
				<Trans>Audit trail of this ranking</Trans>
			</Link>
		</EditorPanel>
	);
}
