/** Shows seven days as seven bars. Today's bar is highlighted. */
import { useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import './week-bars.css';

export function WeekBars({ name, values }: { name: string; values: readonly number[] }) {
	const { t } = useLingui();
	const most = Math.max(...values, 1);
	return (
		<>
			<span className="week-bars" aria-hidden="true">
				{values.map((value, day) => (
					<i key={day} style={{ height: `${(value / most) * 100}%` }} />
				))}
			</span>
			<span className="visually-hidden">{t`${name}, seven days: ${values.map(formatNumber).join('; ')}`}</span>
		</>
	);
}
