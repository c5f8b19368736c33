/** Rankings: the list, and the one that is open. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import {
	type BirthdayProposal,
	makeBirthdayRanking,
	type ConsoleRanking,
	createRanking,
} from '#contract/operator/rankings/rankings.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import {
	birthdaysQuery,
	rankingsQuery,
	useCloneLastMonth,
	useMakeBirthdayRanking,
} from '../features/rankings/get-rankings.ts';
import { RankingStatusTag } from '../features/rankings/ranking-status.tsx';
import { useErrorToast } from '../lib/api/error-text.tsx';
import { useList } from '../lib/api/lists.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { RowLink, TrailLink } from '../lib/elements/links.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { lastDayBefore, shortDay } from '../lib/format/time.ts';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { NoResults } from '../lib/lists/list-state.tsx';
import { useMay, useSiteZone } from '../lib/session/operator.tsx';
import { counts } from '../lib/table/column.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { paths } from '../paths.ts';
import { Card, ListWithEditor, NewLink, Page } from '../shell/page.tsx';
import { RankingEditor } from './open-ranking.tsx';
import '../features/rankings/rankings.css';

export default function RankingsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const { zoneName } = useSiteZone();
	const { words, setWords, search } = useAddressSearch();
	const view = useTableView({ start: 'desc', title: 'asc' });
	const [type, setType] = useAddressState('type', ['', 'monthly', 'birthday', 'theme']);
	const { read, rows } = useList(rankingsQuery({ search, type, sort: view.sort, order: view.order }));
	const types = { monthly: t`Monthly`, birthday: t`Birthday`, theme: t`Theme` };
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
							<DataTable
								label={t`Rankings`}
								rows={rows}
								rowKey={(row) => row.ranking_key}
								nameOf={(row) => row.title}
								view={view}
								read={read}
								nothing={
									<NoResults words={words} onClear={() => setWords('')} none={<Trans>No rankings yet</Trans>}>
										<Trans>
											A ranking lists artists for fans to vote for. Create the first one with “New ranking”.
										</Trans>
									</NoResults>
								}
								filters={
									<ChoiceField
										label={t`Type`}
										value={type}
										options={[
											['', t`Any`],
											['monthly', types.monthly],
											['birthday', types.birthday],
											['theme', types.theme],
										]}
										onChange={setType}
									/>
								}
								tools={{ list: 'rankings' }}
								columns={[
									{
										key: 'title',
										header: t`Ranking`,
										strong: true,
										sortAs: 'title',
										render: (row) => <RowLink to={paths.one('rankings', row.ranking_key)}>{row.title}</RowLink>,
									},
									{ key: 'type', header: t`Type`, room: 'much', render: (row) => types[row.ranking_type] },
									{ key: 'status', header: t`Status`, render: (row) => <RankingStatusTag ranking={row} /> },
									{
										key: 'period',
										header: t`Period (${zoneName})`,
										room: 'some',
										sortAs: 'start',
										render: (row) => t`${shortDay(row.starts_local)} to ${lastDayBefore(row.ends_local)}`,
									},
									counts<ConsoleRanking>('artists', t`Artists`, (row) => row.artist_count, { room: 'much' }),
									counts<ConsoleRanking>('votes', t`Votes`, (row) => row.total_tickets, { room: 'some', strong: true }),
								]}
							/>
						</Card>
					</>
				}
				back={<TrailLink to={paths.rankings}>{t`All rankings`}</TrailLink>}
				editor={id === undefined ? null : <RankingEditor key={id} id={id} />}
			/>
		</Page>
	);
}

function MakeRanking() {
	const { t } = useLingui();
	const may = useMay();
	const toast = useToast();
	const toastError = useErrorToast();
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
						onError: toastError,
					})
				}
			>
				<Trans>Create next month</Trans>
			</Button>
			<NewLink list="rankings" call={createRanking}>
				<Trans>New ranking</Trans>
			</NewLink>
		</>
	);
}

/** Proposes birthday rankings from the artists' birthdays. One click creates a draft with its entries. */
function BirthdayProposals() {
	const { data = [] } = useQuery(birthdaysQuery);
	const open = data.filter(({ made }) => !made);
	if (open.length === 0) return null;
	return (
		<section className="card" aria-labelledby="birthday-proposals">
			<h2 className="card-title" id="birthday-proposals">
				<Trans>Birthday rankings to create</Trans>
			</h2>
			<ul className="birthday-proposals">
				{open.map((proposal) => (
					<Proposal key={proposal.month} proposal={proposal} />
				))}
			</ul>
		</section>
	);
}

const NAMES_SHOWN = 4;

function Proposal({ proposal }: { proposal: BirthdayProposal }) {
	const { t } = useLingui();
	const may = useMay();
	const toastError = useErrorToast();
	const navigate = useNavigate();
	const make = useMakeBirthdayRanking();
	const { month, title, artists, starts_local: starts, ends_local: ends } = proposal;
	const names = artists.slice(0, NAMES_SHOWN).map(({ en_name: name }) => name);
	const more = artists.length - names.length;
	return (
		<li>
			<div>
				<b>{title}</b>
				<small>
					{t`${shortDay(starts)} to ${lastDayBefore(ends)}`}
					{' · '}
					<Plural value={artists.length} one="# artist" other="# artists" />
				</small>
				<small>
					{names.join(', ')}
					{more > 0 ? <Trans> and {more} more</Trans> : null}
				</small>
			</div>
			{may(makeBirthdayRanking) && (
				<Button
					variant="quiet"
					aria-label={t`Create draft of ${title}`}
					busy={make.isPending}
					onClick={() =>
						make.mutate(month, {
							onSuccess: ({ ranking }) => void navigate(paths.one('rankings', ranking.ranking_key)),
							onError: toastError,
						})
					}
				>
					<Trans>Create draft</Trans>
				</Button>
			)}
		</li>
	);
}
