/** Rankings: the list, and the one that is open. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import {
	type BirthdayProposal,
	cloneLastMonth,
	createRanking,
	listBirthdayProposals,
	listRankings,
	makeBirthdayRanking,
} from '#contract/operator/rankings/rankings.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { RankingStatusTag } from '../features/rankings/ranking-status.tsx';
import { useErrorToast } from '../lib/api/error-text.tsx';
import { readOf, useSend } from '../lib/api/queries.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { lastDayBefore, shortDay } from '../lib/format/time.ts';
import { useMay, useSiteZone } from '../lib/session/operator.tsx';
import { paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';
import { NewLink } from '../shell/page.tsx';
import { RankingEditor } from './open-ranking.tsx';
import '../features/rankings/rankings.css';

export default function RankingsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const { zoneName } = useSiteZone();
	const types = { monthly: t`Monthly`, birthday: t`Birthday`, theme: t`Theme` };
	return (
		<ListPage
			title={t`Rankings`}
			of={{ list: listRankings }}
			section="rankings"
			sorts={{ start: 'desc', title: 'asc' }}
			search={t`Search rankings`}
			filters={[{ name: 'type', as: 'ranking_type', label: t`Type`, options: Object.entries(types) }]}
			actions={<MakeRanking />}
			above={<BirthdayProposals />}
			rowKey={(row) => row.ranking_key}
			nameOf={(row) => row.title}
			none={t`No rankings yet`}
			hint={t`A ranking lists artists for fans to vote for. Create the first one with “New ranking”.`}
			columns={[
				{
					key: 'title',
					header: t`Ranking`,
					strong: true,
					sortAs: 'title',
					render: (row) => row.title,
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
				{ key: 'artists', header: t`Artists`, room: 'much', count: (row) => row.artist_count },
				{ key: 'votes', header: t`Votes`, room: 'some', strong: true, count: (row) => row.total_tickets },
			]}
			back={<TrailLink to={paths.rankings}>{t`All rankings`}</TrailLink>}
			editor={id === undefined ? null : <RankingEditor key={id} id={id} />}
		/>
	);
}

function MakeRanking() {
	const { t } = useLingui();
	const may = useMay();
	const toast = useToast();
	const toastError = useErrorToast();
	const navigate = useNavigate();
	const clone = useSend(cloneLastMonth, ({ ranking }) => {
		toast(t`${ranking.title} has been created as a draft`, 'success');
		void navigate(paths.one('rankings', ranking.ranking_key));
	});
	if (!may(createRanking)) return null;
	return (
		<>
			<Button
				variant="quiet"
				icon={<ConsoleIcon name="copy" />}
				busy={clone.isPending}
				onClick={() => clone.mutate({}, { onError: toastError })}
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
	const { data } = useQuery(readOf(listBirthdayProposals, {}));
	const open = (data?.proposals ?? []).filter(({ made }) => !made);
	if (open.length === 0) return null;
	return (
		<section className="card" aria-labelledby="birthday-proposals">
			<h2 className="card-title" id="birthday-proposals">
				<Trans>Birthday rankings to create</Trans>
			</h2>
			<ul className="rows birthday-proposals">
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
	const make = useSend(makeBirthdayRanking, ({ ranking }) => void navigate(paths.one('rankings', ranking.ranking_key)));
	const { month, title, artists, starts_local: starts, ends_local: ends } = proposal;
	const names = artists.slice(0, NAMES_SHOWN).map(({ en_name: name }) => name);
	const more = artists.length - names.length;
	return (
		<li className="card-head">
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
					onClick={() => make.mutate({ params: { month } }, { onError: toastError })}
				>
					<Trans>Create draft</Trans>
				</Button>
			)}
		</li>
	);
}
