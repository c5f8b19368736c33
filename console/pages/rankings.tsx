/** Rankings: the list, and the one that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { rankingsQuery, useCloneLastMonth } from '../features/rankings/get-rankings.ts';
import { BirthdayProposals } from '../features/rankings/birthday-proposals.tsx';
import { RankingFilterBar } from '../features/rankings/list/ranking-filter.tsx';
import { RankingList } from '../features/rankings/list/ranking-list.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useErrorText } from '../lib/api/error-text.ts';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { NoResults } from '../lib/lists/no-results.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { useMay } from '../lib/session/operator.tsx';
import { NEW, paths } from '../paths.ts';
import { Card, ListWithEditor, Page } from '../shell/page.tsx';
import { RankingEditor } from './rankings/ranking-editor.tsx';

export default function RankingsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const { words, setWords, search } = useAddressSearch();
	const view = useTableView({ start: 'desc', title: 'asc' });
	const [type, setType] = useAddressState('type', ['', 'monthly', 'birthday', 'theme']);
	const read = useInfiniteQuery(rankingsQuery({ search, type, sort: view.sort, order: view.order }));
	const rankings = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page
			title={t`Rankings`}
			actions={
				<>
					{id === undefined && <SearchField label={t`Search rankings`} value={words} onChange={setWords} />}
					<MakeRanking />
				</>
			}
		>
			<ListWithEditor
				list={
					<>
						<BirthdayProposals />
						<Card tight>
							<RankingList
								rankings={rankings}
								filters={<RankingFilterBar type={type} onType={setType} />}
								view={view}
								read={read}
								nothing={
									<NoResults words={words} onClear={() => setWords('')} none={<Trans>No rankings yet</Trans>}>
										<Trans>
											A ranking lists artists for fans to vote for. Create the first one with “New ranking”.
										</Trans>
									</NoResults>
								}
							/>
							<MoreRows read={read} />
						</Card>
					</>
				}
				back={
					<Link className="trail-link" to={paths.rankings}>
						<Trans>All rankings</Trans>
					</Link>
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
							toast(t`${ranking.title} has been created as a draft`, 'success');
							void navigate(paths.one('rankings', ranking.ranking_key));
						},
						onError: (error) => toast(textOf(error)),
					})
				}
			>
				<Trans>Create next month</Trans>
			</Button>
			<Link className={buttonClass({})} to={paths.one('rankings', NEW)}>
				<ConsoleIcon name="plus" />
				<Trans>New ranking</Trans>
			</Link>
		</>
	);
}
