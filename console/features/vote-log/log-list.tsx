/** Lists the public log of each ranking, with a link to the log itself. */
import { Plural, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { formatAge } from '#client/time.ts';
import type { VoteLog } from '#contract/operator/voting/vote-logs.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { DataTable, type DataTableProps } from '../../lib/table/data-table.tsx';
import './log-health.css';

interface Props extends Pick<DataTableProps<VoteLog>, 'read' | 'view' | 'nothing'> {
	logs: VoteLog[] | undefined;
	/** The time at which the server answered, in epoch seconds. */
	now: number;
}

export function LogList({ logs, now, ...rest }: Props) {
	const { t } = useLingui();
	const ageOf = ({ last_checkpoint_time: last }: VoteLog) => (last === null ? t`None yet` : formatAge(now - last));
	return (
		<DataTable
			{...rest}
			label={t`Logs by ranking`}
			rows={logs}
			rowKey={(row) => row.ranking_key}
			nameOf={(row) => row.title}
			tools={{ list: 'vote-log' }}
			columns={[
				{ key: 'ranking', header: t`Ranking`, strong: true, render: (row) => <LogName log={row} /> },
				{ key: 'state', header: t`State`, render: (row) => <StateTag log={row} /> },
				{ key: 'age', header: t`Last checkpoint`, room: 'some', render: ageOf },
				{
					key: 'waiting',
					header: t`Waiting`,
					align: 'end',
					room: 'some',
					render: (row) => formatNumber(row.unpublished),
				},
				{ key: 'entries', header: t`Entries`, align: 'end', strong: true, render: (row) => formatNumber(row.entries) },
			]}
		/>
	);
}

/** A log without a checkpoint has nothing to show. */
function LogName({ log: { title, url, entries, unpublished } }: { log: VoteLog }) {
	return (
		<>
			{entries > 0 ? (
				<a className="table-link" href={`${url}/checkpoint`} target="_blank" rel="noreferrer">
					{title}
				</a>
			) : (
				title
			)}
			{unpublished > 0 && (
				<span className="log-row-detail">
					<Plural value={unpublished} one="# entry waits" other="# entries wait" />
				</span>
			)}
		</>
	);
}

function StateTag({ log: { state, closed, certified } }: { log: VoteLog }) {
	const { t } = useLingui();
	const ended = certified ? t`Complete` : closed ? t`Voting closed` : t`Up to date`;
	const states: Record<VoteLog['state'], [TagTone, string]> = {
		none: ['neutral', t`No log yet`],
		current: ['good', ended],
		publishing: ['good', t`Publishing`],
		behind: ['warning', t`Behind`],
		stopped: ['bad', t`Stopped`],
		failing: ['warning', t`Retrying`],
		halted: ['bad', t`Halted`],
	};
	const [tone, name] = states[state];
	return <Tag tone={tone}>{name}</Tag>;
}
