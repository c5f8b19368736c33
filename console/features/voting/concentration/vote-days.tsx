/** Votes per day of the site's zone, of a ranking or of one of its artists; as a file by day and artist. */
import { Trans, useLingui } from '@lingui/react/macro';
import { addressOf } from '#client/call.ts';
import { type Concentration, exportVoteDays } from '#contract/operator/voting/concentration.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { ConsoleIcon } from '../../../lib/elements/console-icon.tsx';
import { shortDay } from '../../../lib/format/time.ts';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { Table } from '../../../lib/table/table.tsx';
import { hoursOf } from './hours-plot.ts';

export function VoteDays({ seen }: { seen: Concentration }) {
	const { t } = useLingui();
	const { timezone } = useSiteZone();
	const days = new Map<string, number>();
	for (const { at, tickets } of hoursOf(seen.hour)) {
		const day = localTimeOf(at, timezone)?.slice(0, 10) ?? '';
		days.set(day, (days.get(day) ?? 0) + tickets);
	}
	return (
		<>
			<Table
				label={t`Votes per day`}
				rows={[...days].map(([day, votes]) => ({ day, votes })).toReversed()}
				columns={[
					{ key: 'day', header: t`Day`, strong: true, render: ({ day }) => shortDay(day) },
					{ key: 'votes', header: t`Votes`, count: ({ votes }) => votes },
				]}
			/>
			<a
				className={buttonClass({ variant: 'quiet' })}
				href={addressOf(exportVoteDays, { params: { ranking_key: seen.ranking_key } })}
				download
			>
				<ConsoleIcon name="down" />
				<Trans>CSV by day and artist</Trans>
			</a>
		</>
	);
}
