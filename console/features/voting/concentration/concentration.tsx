/** Shows where a ranking's votes come from, and which values are unusual. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type {
	Concentration as Seen,
	ConcentrationKind,
	ConcentrationRow,
	VoteTimeline,
} from '#contract/operator/voting/concentration.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Facts } from '../../../lib/elements/facts.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { StillCounting } from './still-counting.tsx';
import { ShareBars } from './share-bars.tsx';
import { useValueName } from './value-names.tsx';
import type { Hours } from './plot-frame.ts';
import type { HoursOf } from './plots.tsx';
import { Timeline } from './timeline.tsx';
import './votes.css';

export interface Parts {
	facts: ReactNode;
	/** A heading with its content. The page puts each part on a surface. */
	kinds: { kind: ConcentrationKind; title: ReactNode; content: ReactNode }[];
}

interface Ways {
	/** Renders the action for an unusual value. */
	stepOf: (kind: ConcentrationKind, row: ConcentrationRow) => ReactNode;
	/** Renders the action for some hours. */
	stepOfHours: (of: HoursOf, hours: Hours) => ReactNode;
}

export function useConcentration(seen: Seen, timeline: VoteTimeline, { stepOf, stepOfHours }: Ways): Parts {
	const { t } = useLingui();
	const nameOf = useValueName();
	const titles: Record<ConcentrationKind, string> = {
		age: t`Age of the account when it voted`,
		country: t`Country`,
		network: t`Network`,
		hour: t`Hour by hour`,
	};
	const bars = (kind: ConcentrationKind) => (
		<ShareBars
			label={titles[kind]}
			rows={seen[kind]}
			total={seen.tickets}
			nameOf={(row) => nameOf(kind, row)}
			stepOf={(row) => stepOf(kind, row)}
		/>
	);
	const contents: Record<ConcentrationKind, ReactNode> = {
		age: bars('age'),
		country: bars('country'),
		network: bars('network'),
		hour: <Timeline seen={seen} timeline={timeline} stepOf={stepOfHours} />,
	};
	const kinds = (['hour', 'age', 'country', 'network'] as const).map((kind) => ({
		kind,
		title: titles[kind],
		content: seen[kind].length > 0 ? contents[kind] : <Empty lit={false} title={<Trans>No data yet</Trans>} />,
	}));
	return {
		facts: (
			<>
				<StillCounting seen={seen} />
				<Counted seen={seen} />
			</>
		),
		kinds,
	};
}

function Counted({ seen }: { seen: Seen }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const artist = seen.artists.find(({ artist_id }) => artist_id === seen.artist_id);
	const shown = artist ? [artist] : seen.artists;
	const voided = shown.reduce((sum, { voided_tickets }) => sum + voided_tickets, 0);
	const through = seen.counted_through_time;
	return (
		<Facts
			facts={[
				{ name: t`Artist`, value: artist?.en_name ?? t`All artists` },
				{ name: t`Votes, as cast`, value: <b>{formatNumber(seen.cast_tickets)}</b> },
				{ name: t`Ballots`, value: formatNumber(seen.votes) },
				{ name: t`Voided`, value: formatNumber(voided) },
				{ name: t`Counted until`, value: through === null ? t`Not counted yet` : dateTime(through) },
			]}
		/>
	);
}
