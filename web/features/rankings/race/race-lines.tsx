/** The lines of a race. Decorative: the order beside it and the table say the same in words. */
import type { CSSProperties, PointerEvent } from 'react';
import type { Race } from '#contract/race.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { PLANE, type Plot } from './plot.ts';

export interface RaceLinesProps {
	race: Race;
	plot: Plot;
	/** The moment that is marked. */
	index: number;
	/** The pointer is at a moment. */
	onPoint: (index: number) => void;
}

export function RaceLines({ race, plot, index, onPoint }: RaceLinesProps) {
	function point(event: PointerEvent<SVGSVGElement>) {
		const { left, width } = event.currentTarget.getBoundingClientRect();
		onPoint(nearest(plot.places, (event.clientX - left) / width));
	}
	return (
		<div className="race-lines" style={{ '--at': plot.places[index] ?? 1 } as CSSProperties}>
			<svg
				viewBox={`0 0 ${PLANE.width} ${PLANE.height}`}
				preserveAspectRatio="none"
				aria-hidden="true"
				onPointerMove={point}
				onPointerDown={point}
			>
				{/* The leader is drawn last, above all others. */}
				{race.lines
					.map((line, place) => (
						<path
							key={line.artist_id}
							className="race-line fan"
							style={fanStyle(line.fan_color)}
							d={plot.paths[place]}
							vectorEffect="non-scaling-stroke"
						/>
					))
					.toReversed()}
			</svg>
		</div>
	);
}

function nearest(places: readonly number[], at: number): number {
	const distances = places.map((place) => Math.abs(place - at));
	return distances.indexOf(Math.min(...distances));
}
