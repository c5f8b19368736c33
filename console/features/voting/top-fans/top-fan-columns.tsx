/** Columns of the table of top fans. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber, formatShare } from '#client/numbers.ts';
import type { TopFan } from '#contract/operator/voting/top-fans.ts';
import type { Column } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { shortNetwork } from '../../../lib/format/network.ts';
import { useDateTime } from '../../../lib/format/time.ts';
import { paths } from '../../../paths.ts';

/** Accounts are counted up to this number. */
const ACCOUNTS_MAX = 1_000;

interface Shown {
	/** True if the fans of all artists are listed. */
	ofAll: boolean;
	choice: { chosen: readonly number[]; choose: (fanId: number, on: boolean) => void } | null;
}

export function useTopFanColumns({ ofAll, choice }: Shown): Column<TopFan>[] {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const nameOf = ({ name, fan_id: id }: TopFan) => name ?? t`Fan ${id}`;
	const columns: (Column<TopFan> | false)[] = [
		choice !== null && {
			key: 'choice',
			header: <span className="visually-hidden">{t`Select`}</span>,
			render: (fan) => (
				<input
					type="checkbox"
					className="top-fan-choice"
					aria-label={t`Select ${nameOf(fan)}`}
					checked={choice.chosen.includes(fan.fan_id)}
					onChange={({ target }) => choice.choose(fan.fan_id, target.checked)}
				/>
			),
		},
		{ key: 'fan', header: t`Fan`, strong: true, render: (fan) => <FanCell fan={fan} name={nameOf(fan)} /> },
		ofAll && { key: 'artist', header: t`Mostly for`, room: 'much', render: (fan) => fan.en_name },
		{
			key: 'votes',
			header: t`Votes`,
			align: 'end',
			strong: true,
			render: (fan) => (
				<>
					{fan.missed > 0 && '≥ '}
					{formatNumber(fan.tickets)}
					<small className="top-fan-detail">
						<Plural value={fan.votes} one="# ballot" other={`${formatNumber(fan.votes)} ballots`} />
					</small>
				</>
			),
		},
		{
			key: 'share',
			header: t`Of the artist’s votes`,
			align: 'end',
			room: 'some',
			render: (fan) => formatShare(fan.artist_tickets, fan.artist_tickets_all),
		},
		{
			key: 'gems',
			header: t`Gems`,
			align: 'end',
			room: 'much',
			render: (fan) => (
				<>
					{t`${formatNumber(fan.purchased)} bought`}
					<small className="top-fan-detail">{t`${formatNumber(fan.earned)} earned`}</small>
				</>
			),
		},
		{
			key: 'when',
			header: t`First and last vote`,
			room: 'much',
			render: (fan) => (
				<>
					{dateTime(fan.first_time)}
					<small className="top-fan-detail">{dateTime(fan.last_time)}</small>
				</>
			),
		},
		{ key: 'account', header: t`Account`, room: 'some', render: (fan) => <AccountCell fan={fan} /> },
	];
	return columns.filter((column) => column !== false);
}

function FanCell({ fan, name }: { fan: TopFan; name: string }) {
	return (
		<>
			<Link className="cell-link" to={paths.one('fans', fan.fan_id)}>
				{name}
			</Link>
			{fan.unusual !== null && (
				<span className="top-fan-detail">
					<Tag tone={fan.case_ids.length > 0 ? 'neutral' : 'warning'}>{fan.unusual}</Tag>
				</span>
			)}
			{fan.case_ids.map((id) => (
				<Link key={id} className="cell-link top-fan-detail" to={paths.one('cases', id)}>
					<Trans>Case {id}</Trans>
				</Link>
			))}
		</>
	);
}

/** Age of the account at its first vote, and how many accounts use its network. */
function AccountCell({ fan }: { fan: TopFan }) {
	const others = (fan.network_accounts ?? 1) - 1;
	return (
		<>
			{fan.joined_time === null ? <Trans>Deleted</Trans> : <Age seconds={fan.first_time - fan.joined_time} />}
			<small className="top-fan-detail">
				{fan.network === null ? (
					<Trans>Network unknown</Trans>
				) : others === 0 ? (
					<Trans>Alone in its network</Trans>
				) : (
					<>
						<code>{shortNetwork(fan.network)}</code> {others + 1 >= ACCOUNTS_MAX && '≥ '}
						<Plural value={others} one="# other account" other={`${formatNumber(others)} other accounts`} />
					</>
				)}
			</small>
		</>
	);
}

function Age({ seconds }: { seconds: number }) {
	const hours = Math.floor(seconds / 3_600);
	const days = Math.floor(hours / 24);
	if (hours < 1) return <Trans>Under an hour old at first vote</Trans>;
	if (days < 1) return <Plural value={hours} one="# hour old at first vote" other="# hours old at first vote" />;
	return <Plural value={days} one="# day old at first vote" other={`${formatNumber(days)} days old at first vote`} />;
}
