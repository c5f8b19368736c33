/** When a ranking ends by the fan's own clock. Nothing where that is the site's clock too, or the ranking has ended. */
import { Trans } from '@lingui/react/macro';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { RankingConfig } from '#contract/rankings.ts';
import { fanTimeZone, formatDateTime } from '../../../lib/time.ts';
import './local-end.css';

export function LocalEnd({ ranking, timeZone }: { ranking: RankingConfig; timeZone: string }) {
	const here = formatDateTime(ranking.end_time, fanTimeZone());
	if (ranking.status !== RANKING_STATUS_ONGOING || here === formatDateTime(ranking.end_time, timeZone)) return null;
	return (
		<p className="local-end">
			<Trans>Ends {here} your time</Trans>
		</p>
	);
}
