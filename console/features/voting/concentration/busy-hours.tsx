/** Names the busiest hours, with their share of all votes. */
import type { ReactNode } from 'react';
import { useDateTime } from '../../../lib/format/time.ts';
import { ShareBars } from './share-bars.tsx';

const BUSIEST = 5;
/** Each of these has a button. */
const BUSIEST_WITH_STEP = 3;

export interface BusyHour {
	/** Epoch seconds. */
	at: number;
	tickets: number;
	unusual: string | null;
	case_ids: number[];
}

interface Props {
	title: string;
	rows: readonly BusyHour[];
	total: number;
	/** Renders the action for an hour. */
	stepOf: (at: number) => ReactNode;
	/** True if the hours have the action even if they are not unusual. */
	alwaysStep?: boolean;
}

export function BusyHours({ title, rows, total, stepOf, alwaysStep = false }: Props) {
	const dateTime = useDateTime();
	const busiest = rows
		.toSorted(
			(one, other) => Number(other.unusual !== null) - Number(one.unusual !== null) || other.tickets - one.tickets,
		)
		.slice(0, alwaysStep ? BUSIEST_WITH_STEP : BUSIEST);
	return (
		<section>
			<h3 className="hours-heading">{title}</h3>
			<ShareBars
				label={title}
				rows={busiest.map(({ at, ...row }) => ({ ...row, value: String(at) }))}
				total={total}
				nameOf={({ value }) => dateTime(Number(value))}
				stepOf={({ value }) => stepOf(Number(value))}
				alwaysStep={alwaysStep}
			/>
		</section>
	);
}
