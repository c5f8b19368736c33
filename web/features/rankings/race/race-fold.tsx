/** "The race", folded: its script and its data are loaded when it is first opened. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Icon } from '#ui/icons.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useRace } from './get-race.ts';
import './race-fold.css';

const RaceChart = lazyPage(() => import('./race-chart.tsx'));

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
	const none = (
		<p className="race-none">
			<Trans>No Data</Trans>
		</p>
	);
	if (isError && !data) return none;
	const loading = <Skeleton className="race-skeleton" />;
	return data ? (
		<OptionalPart waiting={loading} instead={none}>
			<RaceChart race={data} />
		</OptionalPart>
	) : (
		loading
	);
}
