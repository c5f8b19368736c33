/** Lists the fans who gave most. Some can be chosen for a case. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Empty } from '#ui/primitives/empty.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { ReadFailed } from '../../../lib/lists/list-state.tsx';
import { topFansQuery } from './get-top-fans.ts';
import { useTopFanColumns } from './top-fan-columns.tsx';
import './top-fans.css';

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
	const [chosen, setChosen] = useState<readonly number[]>([]);
	const choose = (fanId: number, on: boolean) =>
		setChosen((present) => (on ? [...present, fanId] : present.filter((other) => other !== fanId)));
	const columns = useTopFanColumns({ ofAll: artistId === null, choice: stepOf && { chosen, choose } });
	if (read.isError) return <ReadFailed onRetry={() => void read.refetch()} />;
	const fans = read.data?.list;
	if (fans?.length === 0) {
		return (
			<Empty lit={false} title={<Trans>No votes counted yet</Trans>}>
				<Trans>The fans with most votes appear here about a minute after they vote.</Trans>
			</Empty>
		);
	}
	return (
		<>
			<Table
				label={t`Top fans`}
				rows={fans}
				rowKey={(fan) => fan.fan_id}
				isSelected={(fan) => chosen.includes(fan.fan_id)}
				columns={columns}
			/>
			{stepOf && chosen.length > 0 && (
				<p className="top-fans-chosen">
					<Plural value={chosen.length} one="# fan selected" other="# fans selected" />
					{stepOf([...chosen])}
				</p>
			)}
		</>
	);
}
