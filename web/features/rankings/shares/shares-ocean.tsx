import { useLingui } from '@lingui/react/macro';
import type { Chart } from '#contract/rankings.ts';
import { Ocean } from '#ui/ocean/ocean.tsx';
import { useOwnLight } from '../../../lib/votes/own-light.ts';

export default function SharesOcean({ chart }: { chart: Chart }) {
	const { t } = useLingui();
	const light = useOwnLight(chart.ranking_config.ranking_key);
	const artist = chart.artist_list.find(({ artist_id }) => artist_id === light?.artistId);
	return (
		<Ocean
			label={t`Lightsticks colored by each artist's share of votes`}
			seed={chart.ranking_config.ranking_key}
			fandoms={chart.artist_list.map(({ fan_color, tickets }) => ({ color: fan_color, weight: tickets }))}
			own={light && artist ? { fan: light.fan, color: artist.fan_color, label: t`You` } : undefined}
		/>
	);
}
