/** Rankings: the list, and the one that is open. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { type BirthdayProposal, makeBirthdayRanking } from '#contract/operator/rankings/birthdays.ts';
import { type ConsoleRanking, createRanking } from '#contract/operator/rankings/rankings.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { SelectField } from '#ui/primitives/form-field.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import {
	birthdaysQuery,
	type RankingFilter,
	rankingsQuery,
	useCloneLastMonth,
	useMakeBirthdayRanking,
} from '../features/rankings/get-rankings.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useErrorText } from '../lib/api/error-text.ts';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { MoreRows, NoResults } from '../lib/lists/list-state.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { useMay, useSiteZone } from '../lib/session/operator.tsx';
import { NEW, paths } from '../paths.ts';
import { Card, ListWithEditor, Page } from '../shell/page.tsx';
import { RankingEditor } from './open-ranking.tsx';
import { DataTable, type DataTableProps } from '../lib/table/data-table.tsx';
import { lastDayBefore, shortDay } from '../lib/format/time.ts';
import { RankingStatusTag } from '../features/rankings/ranking-status.tsx';
import '../features/rankings/rankings.css';

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

interface Props extends Pick<DataTableProps<ConsoleRanking>, 'read' | 'view' | 'filters' | 'nothing'> {
	rankings: ConsoleRanking[] | undefined;
}

/** All rankings; a row opens its editor. */
function RankingList({ rankings, ...rest }: Props) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const types = { monthly: t`Monthly`, birthday: t`Birthday`, theme: t`Theme` };
	return (
		<DataTable
			{...rest}
			label={t`Rankings`}
			rows={rankings}
			rowKey={(row) => row.ranking_key}
			nameOf={(row) => row.title}
			tools={{ list: 'rankings' }}
			columns={[
				{
					key: 'title',
					header: t`Ranking`,
					strong: true,
					sortAs: 'title',
					render: (row) => (
						<Link className="table-link" to={paths.one('rankings', row.ranking_key)}>
							{row.title}
						</Link>
					),
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
				{
					key: 'artists',
					header: t`Artists`,
					align: 'end',
					room: 'much',
					render: (row) => formatNumber(row.artist_count),
				},
				{
					key: 'votes',
					header: t`Votes`,
					align: 'end',
					room: 'some',
					strong: true,
					render: (row) => formatNumber(row.total_tickets),
				},
			]}
		/>
	);
}

interface RankingFilterBarProps {
	type: RankingFilter['type'];
	onType: (type: RankingFilter['type']) => void;
}

/** Narrows the list of rankings to a type. */
function RankingFilterBar({ type, onType }: RankingFilterBarProps) {
	const { t } = useLingui();
	const types = [
		['', t`Any`],
		['monthly', t`Monthly`],
		['birthday', t`Birthday`],
		['theme', t`Theme`],
	] as const;
	return (
		<SelectField
			label={t`Type`}
			value={type}
			onChange={({ target }) => onType(types.find(([value]) => value === target.value)?.[0] ?? '')}
		>
			{types.map(([value, name]) => (
				<option key={value} value={value}>
					{name}
				</option>
			))}
		</SelectField>
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
	const toast = useToast();
	const textOf = useErrorText();
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
							onError: (error) => toast(textOf(error)),
						})
					}
				>
					<Trans>Create draft</Trans>
				</Button>
			)}
		</li>
	);
}
