/** The race of the first three in a few pixels, loaded when its card comes near the screen. */
import { Trans } from '@lingui/react/macro';
import { fanStyle } from '#ui/fan-color.ts';
import { useRace, useNearView } from './race-fold.tsx';
import { PLANE, plotOf } from './plot.ts';
import './race.css';

const LINES = 3;

export function Sparkline({ rankingKey }: { rankingKey: string }) {
	const [element, near] = useNearView();
	const { data } = useRace(rankingKey, { wanted: near });
	const race = data && { ...data, lines: data.lines.slice(0, LINES) };
	// One point is no race.
	const drawn = race && race.times.length > 1 ? plotOf(race, 'votes') : null;
	return (
		<div ref={element} className="sparkline">
			{race && drawn && (
				<>
					<span className="visually-hidden">
						<Trans>Votes of the first three, over time</Trans>
					</span>
					<svg viewBox={`0 0 ${PLANE.width} ${PLANE.height}`} preserveAspectRatio="none" aria-hidden="true">
						{race.lines
							.map((line, index) => (
								<path
									key={line.artist_id}
									className="sparkline-line fan"
									style={fanStyle(line.fan_color)}
									d={drawn.paths[index]}
									vectorEffect="non-scaling-stroke"
								/>
							))
							.toReversed()}
					</svg>
				</>
			)}
		</div>
	);
}
