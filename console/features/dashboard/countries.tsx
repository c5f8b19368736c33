/** Shows the countries of the week's new fans. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { countryName } from '../../lib/format/country-name.ts';
import './countries.css';

const SHOWN = 8;

export function Countries({ countries }: { countries: Dashboard['sign_ups_by_country'] }) {
	const { t } = useLingui();
	const most = Math.max(...countries.map((row) => row.sign_ups), 1);
	const rest = countries.slice(SHOWN).reduce((sum, row) => sum + row.sign_ups, 0);
	if (countries.length === 0) {
		return (
			<p className="countries-none">
				<Trans>No sign-ups in seven days.</Trans>
			</p>
		);
	}
	return (
		<ol className="countries">
			{countries.slice(0, SHOWN).map((row) => (
				<li key={row.country ?? ''}>
					<span>{row.country === null ? t`Unknown` : countryName(row.country)}</span>
					<b>{formatNumber(row.sign_ups)}</b>
					<i style={{ width: `${(row.sign_ups / most) * 100}%` }} />
				</li>
			))}
			{rest > 0 && (
				<li>
					<span>{t`Other countries`}</span>
					<b>{formatNumber(rest)}</b>
				</li>
			)}
		</ol>
	);
}
