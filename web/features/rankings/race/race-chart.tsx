/** The race of a chart: votes or ranks over time as lines, the order of any moment beside them, and all of it as a table. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { Race } from '#contract/race.ts';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { orderAt, plotOf, type Measure } from './plot.ts';
import { RaceLines } from './race-lines.tsx';
import { RaceOrder } from './race-order.tsx';
import { RaceTable } from './race-table.tsx';
import './race.css';

export default function RaceChart({ race }: { race: Race }) {
	const { t } = useLingui();
	const { timeZone } = useTimezone();
	const panel = useId();
	const [measure, setMeasure] = useState<Measure>('votes');
	const [chosen, setChosen] = useState<number | null>(null);
	const last = race.times.length - 1;
	if (last < 0 || race.lines.length === 0) {
		return (
			<p className="race-none">
				<Trans>The race begins with the first full hour of votes.</Trans>
			</p>
		);
	}
	const index = Math.min(chosen ?? last, last);
	const moment = formatDateTime(race.times[index] ?? 0, timeZone);
	const plot = plotOf(race, measure);
	return (
		<div className="race">
			<Tabs<Measure>
				look="segmented"
				label={t`Show`}
				items={[
					{ value: 'votes', label: <Trans>Votes</Trans> },
					{ value: 'ranks', label: <Trans>Ranks</Trans> },
				]}
				value={measure}
				onChange={setMeasure}
				panelId={panel}
			/>
			<div id={panel} role="tabpanel" aria-label={measure === 'votes' ? t`Votes` : t`Ranks`} className="race-panel">
				<div className="race-plane">
					<span className="race-axis">
						<AxisEnd measure={measure} value={plot.axis.top} />
					</span>
					<RaceLines race={race} plot={plot} index={index} onPoint={setChosen} />
					<span className="race-axis">
						<AxisEnd measure={measure} value={plot.axis.bottom} />
					</span>
					<input
						type="range"
						className="race-time"
						min={0}
						max={last}
						value={index}
						disabled={last === 0}
						aria-label={t`Time`}
						aria-valuetext={moment}
						onChange={(event) => setChosen(Number(event.target.value))}
					/>
				</div>
				<RaceOrder lines={orderAt(race.lines, index)} index={index} moment={moment} />
			</div>
			<details className="race-as-table">
				<summary>
					<Trans>Show as a table</Trans>
				</summary>
				<RaceTable race={race} />
			</details>
		</div>
	);
}

function AxisEnd({ measure, value }: { measure: Measure; value: number }) {
	const rank = formatNumber(value);
	return measure === 'votes' ? rank : <Trans>#{rank}</Trans>;
}
