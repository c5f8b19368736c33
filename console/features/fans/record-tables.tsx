/** A fan's orders, votes and sessions. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readFanSessions } from '#contract/operator/accounts.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { paths } from '../../paths.ts';
import type { FanVote } from './get-fans.ts';

type FanSession = ReplyOf<typeof readFanSessions>['list'][number];

export function FanVotes({ votes }: { votes: FanVote[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`Votes`}
			rows={votes?.map((vote, index) => ({ ...vote, index }))}
			rowKey={(vote) => vote.index}
			columns={[
				{ key: 'time', header: t`When`, render: (vote) => dateTime(vote.time) },
				{
					key: 'artist',
					header: t`Artist`,
					strong: true,
					render: (vote) => (
						<Link className="cell-link" to={paths.one('artists', vote.artist_id)}>
							{vote.en_name}
						</Link>
					),
				},
				{
					key: 'ranking',
					header: t`Ranking`,
					room: 'some',
					render: (vote) => (
						<Link className="table-link" to={paths.one('rankings', vote.ranking_key)}>
							{vote.ranking_key}
						</Link>
					),
				},
				{
					key: 'tickets',
					header: t`Votes`,
					align: 'end',
					strong: true,
					render: (vote) => (
						<>
							{formatNumber(vote.tickets)}
							{vote.voided && (
								<Link className="record-cause cell-link" to={paths.one('cases', vote.voided.case_id)}>
									<Trans>
										Voided: {vote.voided.reason}, case {vote.voided.case_id}
									</Trans>
								</Link>
							)}
						</>
					),
				},
				{
					key: 'cost',
					header: t`Gems earned + bought`,
					align: 'end',
					room: 'much',
					render: (vote) => `${formatNumber(vote.cost_earned)} + ${formatNumber(vote.cost_purchased)}`,
				},
			]}
		/>
	);
}

export function FanSessions({ sessions }: { sessions: FanSession[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`Sessions`}
			rows={sessions?.map((session, index) => ({ ...session, index }))}
			rowKey={(session) => session.index}
			columns={[
				{ key: 'started', header: t`Signed in`, strong: true, render: (session) => dateTime(session.started_time) },
				{ key: 'provider', header: t`With`, render: (session) => session.provider },
				{ key: 'country', header: t`Country`, room: 'some', render: (session) => session.country ?? '–' },
				{ key: 'until', header: t`Ends`, room: 'some', render: (session) => dateTime(session.expires_time) },
				{
					key: 'status',
					header: t`Status`,
					render: (session) =>
						session.active ? (
							<Tag tone="good">
								<Trans>Open</Trans>
							</Tag>
						) : (
							<Tag>
								<Trans>Over</Trans>
							</Tag>
						),
				},
			]}
		/>
	);
}
