/** Columns of the table of top fans. */
import { Plural, useLingui } from '@lingui/react/macro';
import { formatNumber, formatShare } from '#client/numbers.ts';
import type { TopFan } from '#contract/operator/voting/concentration.ts';
import type { Column } from '#ui/primitives/table.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { Age, FanCell, NetworkCell } from './top-fan-cells.tsx';

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
			header: t`Artist’s share`,
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
					<span className="top-fan-when">{dateTime(fan.first_time)}</span>
					<small className="top-fan-detail">{dateTime(fan.last_time)}</small>
				</>
			),
		},
		{
			key: 'age',
			header: t`Account age`,
			room: 'some',
			render: ({ joined_time: joined, first_time: first }) =>
				joined === null ? t`Deleted` : <Age seconds={first - joined} />,
		},
		{ key: 'network', header: t`Network`, room: 'much', render: (fan) => <NetworkCell fan={fan} /> },
	];
	return columns.filter((column) => column !== false);
}
