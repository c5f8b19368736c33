/** Lists the fans who gave most. Some can be chosen for a case. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { ReadFailed } from '../../../lib/lists/list-state.tsx';
import { topFansQuery } from './get-top-fans.ts';
import { useTopFanColumns } from './top-fan-columns.tsx';
import './top-fans.css';

/** Shown at first. */
const FEW = 10;
/** Counting is about a minute behind in any case. */
const BEHIND_SECONDS = 300;

interface Props {
	rankingKey: string;
	/** Null: all artists. */
	artistId: number | null;
	/** Renders the action for chosen fans. Null if the operator has none. */
	stepOf: ((fanIds: number[]) => ReactNode) | null;
}

export function TopFans({ rankingKey, artistId, stepOf }: Props) {
	const { t } = useLingui();
	const read = useQuery(topFansQuery(rankingKey, artistId));
	const [all, setAll] = useState(false);
	const [chosen, setChosen] = useState<readonly number[]>([]);
	const choose = (fanId: number, on: boolean) =>
		setChosen((present) => (on ? [...present, fanId] : present.filter((other) => other !== fanId)));
	const columns = useTopFanColumns({ ofAll: artistId === null, choice: stepOf && { chosen, choose } });
	if (read.isError) return <ReadFailed onRetry={() => void read.refetch()} />;
	const { list: fans, counted_through_time: through } = read.data ?? {};
	if (fans?.length === 0) {
		return (
			<Empty lit={false} title={<Trans>No votes counted yet</Trans>}>
				<Trans>The fans with most votes appear here about a minute after they vote.</Trans>
			</Empty>
		);
	}
	return (
		<>
			{read.data && <FansBehind through={through ?? null} />}
			<Table
				label={t`Top fans`}
				rows={all ? fans : fans?.slice(0, FEW)}
				rowKey={(fan) => fan.fan_id}
				isSelected={(fan) => chosen.includes(fan.fan_id)}
				columns={columns}
			/>
			{!all && fans && fans.length > FEW && (
				<p className="top-fans-more">
					<Button variant="quiet" onClick={() => setAll(true)}>
						<Trans>Show all {fans.length}</Trans>
					</Button>
				</p>
			)}
			{stepOf && chosen.length > 0 && (
				<p className="top-fans-chosen">
					<Plural value={chosen.length} one="# fan selected" other="# fans selected" />
					{stepOf([...chosen])}
				</p>
			)}
		</>
	);
}

/** Says that later votes are missing, while the counting of fans is behind. */
function FansBehind({ through }: { through: number | null }) {
	const dateTime = useDateTime();
	const [now] = useState(() => Date.now() / 1000);
	if (through === null || now - through < BEHIND_SECONDS) return null;
	return (
		<output className="top-fans-behind">
			<Trans>Counting: fans include votes until {dateTime(through)}.</Trans>
		</output>
	);
}
