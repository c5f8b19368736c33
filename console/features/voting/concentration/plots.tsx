/** Plots over hours, as elements. Screen readers get the texts beside them instead. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { VoteTimeline } from '#contract/operator/voting/concentration.ts';
import { drawHours, type Drawn, drawRace, type HourVotes } from './hours-plot.ts';
import type { Hours } from './plot-frame.ts';

/** The hours of the votes, or of the sign-ups of their fans. */
export type HoursOf = 'cast' | 'joined';

export interface SelectedHours {
	of: HoursOf;
	hours: Hours;
}

interface HourBarsProps extends Drawn {
	of: HoursOf;
	hours: readonly HourVotes[];
	ink: string;
	onSelect: (selected: SelectedHours) => void;
}

export function HourBars({ of, hours, ink, onSelect, timezone, range: { from, to } }: HourBarsProps) {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = place.current;
		if (!element) return undefined;
		const select = (some: Hours) => onSelect({ of, hours: some });
		return drawHours(element, { hours, ink, timezone, range: { from, to }, onSelect: select });
	}, [of, hours, ink, onSelect, timezone, from, to]);
	return <div ref={place} className="hours-plot" aria-hidden="true" />;
}

/** Lines that can be told apart in both themes, the leader's first. */
const INKS = ['--pri', '--gold', '--gem', '--hot', '--ok', '--bad'] as const;

export function RaceLines({ timeline, timezone, range: { from, to } }: Drawn & { timeline: VoteTimeline }) {
	const { t } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	const inks = INKS.slice(0, timeline.race.length);
	useEffect(() => {
		const element = place.current;
		if (!element) return undefined;
		return drawRace(element, { timeline, inks: INKS.slice(0, timeline.race.length), timezone, range: { from, to } });
	}, [timeline, timezone, from, to]);
	return (
		<>
			<div ref={place} className="hours-plot" aria-hidden="true" />
			<ul className="race-legend" aria-label={t`Ranks now`}>
				{timeline.race.map(({ artist_id: id, en_name: name, ranks }, index) => (
					<li key={id}>
						<span style={{ background: `var(${inks[index]})` }} aria-hidden="true" />
						{ranks.at(-1) ?? '–'} {name}
					</li>
				))}
			</ul>
		</>
	);
}
