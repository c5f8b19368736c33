/** Plots votes per hour, of which some can be selected. Text below names the busiest hours, for people who cannot see the plot. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { ConcentrationRow } from '#contract/operator/voting/concentration.ts';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { drawHours, HOUR_S, secondsOf, type Hours } from './hours-plot.ts';
import { ShareBars } from './share-bars.tsx';
import './votes-by-hour.css';

const BUSIEST = 5;

interface Props {
	rows: readonly ConcentrationRow[];
	total: number;
	/** Renders the action for hours that were selected, or that are unusual. */
	stepOf: (hours: Hours) => ReactNode;
}

export function VotesByHour({ rows, total, stepOf }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { timezone } = useSiteZone();
	const [selected, setSelected] = useState<Hours | null>(null);
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = place.current;
		return element ? drawHours(element, { rows, timezone, onSelect: setSelected }) : undefined;
	}, [rows, timezone]);
	const busiest = rows
		.toSorted(
			(one, other) => Number(other.unusual !== null) - Number(one.unusual !== null) || other.tickets - one.tickets,
		)
		.slice(0, BUSIEST);
	return (
		<>
			<div ref={place} className="hours-plot" aria-hidden="true" />
			{selected && (
				<p className="hours-selected">
					<span>
						{dateTime(selected.from)} – {dateTime(selected.to)}
					</span>
					<b>
						<Plural
							value={ticketsIn(rows, selected)}
							one="# vote"
							other={`${formatNumber(ticketsIn(rows, selected))} votes`}
						/>
					</b>
					{stepOf(selected)}
				</p>
			)}
			<h3 className="hours-heading">
				<Trans>The busiest hours</Trans>
			</h3>
			<ShareBars
				label={t`Hour`}
				rows={busiest}
				total={total}
				nameOf={({ value }) => dateTime(secondsOf(value))}
				stepOf={({ value }) => stepOf({ from: secondsOf(value), to: secondsOf(value) + HOUR_S })}
			/>
		</>
	);
}

function ticketsIn(rows: readonly ConcentrationRow[], { from, to }: Hours): number {
	return rows
		.filter(({ value }) => secondsOf(value) >= from && secondsOf(value) < to)
		.reduce((sum, { tickets }) => sum + tickets, 0);
}
