/** "The race", folded: its script and its data are loaded when it is first opened. */
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '#ui/icons.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { inTime } from '../../../lib/lazy-page.tsx';
import { useRace } from './get-race.ts';
import './race-fold.css';

const RaceChart = lazy(() => inTime(import('./race-chart.tsx')));

export function RaceFold({ rankingKey }: { rankingKey: string }) {
	const [opened, setOpened] = useState(false);
	return (
		<details className="race-fold" onToggle={(event) => setOpened((before) => before || event.currentTarget.open)}>
			<summary>
				<Trans>The race</Trans>
				<Icon name="down" />
			</summary>
			{opened && <RaceContent rankingKey={rankingKey} />}
		</details>
	);
}

/** `artistId` shows the line of one artist alone. */
export function RaceContent({ rankingKey, artistId }: { rankingKey: string; artistId?: number }) {
	const { data, isError } = useRace(rankingKey, { artistId });
	if (isError && !data) {
		return (
			<p className="race-none">
				<Trans>No Data</Trans>
			</p>
		);
	}
	const loading = <Skeleton className="race-skeleton" />;
	return data ? (
		<Suspense fallback={loading}>
			<RaceChart race={data} />
		</Suspense>
	) : (
		loading
	);
}
