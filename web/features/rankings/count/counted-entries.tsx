/** Ties the numbers of a chart to the public list: they can be counted again up to the entry that it names. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { Chart } from '#contract/rankings.ts';
import { paths } from '../../../paths.ts';
import '../chart/chart-head.css';

export function CountedEntries({ chart: { log_size: size, ranking_config } }: { chart: Chart }) {
	const { t } = useLingui();
	if (!size) return null;
	// Entries are numbered from 0, as in My Votes.
	const entry = formatNumber(size - 1);
	return (
		<p className="faint text-s centered mt-4">
			{ranking_config.stage === 'certified' ? (
				<Plural
					value={size}
					one="Counted in # entry of the public list. The list is closed for good."
					other="Counted in # entries of the public list. The list is closed for good."
				/>
			) : (
				<Trans>Count as of entry #{entry} of the public list.</Trans>
			)}{' '}
			<Link className="underlined" to={paths.transparency}>{t`How to check it`}</Link>
		</p>
	);
}
