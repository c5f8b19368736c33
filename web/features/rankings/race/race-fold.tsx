/** Script and data of "The race" are loaded when it is opened, or comes near the screen. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type RefObject, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { getRace } from '#contract/race.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { NeedsScript, Section, NotLoaded } from '../../../lib/elements/elements.tsx';
import { reads } from '../../../lib/api/call.ts';
import type { LiveChart } from '../live/get-chart.ts';
import './race.css';

const RaceChart = lazyPage(() => import('./race-chart.tsx'));

export function RaceFold({ rankingKey, live }: { rankingKey: string; live?: LiveChart }) {
	const { t } = useLingui();
	const [opened, setOpened] = useState(false);
	const fold = useRef<HTMLDetailsElement>(null);
	// It may have been opened before the page was taken over.
	useEffect(() => setOpened(fold.current?.open ?? false), []);
	return (
		<details
			ref={fold}
			className="race-fold"
			onToggle={({ currentTarget: { open } }) => setOpened((before) => before || open)}
		>
			<summary className="fold row gap-3 pill tone-2 semibold text-m">{t`The race`}</summary>
			<NeedsScript />
			{opened && <RaceContent rankingKey={rankingKey} live={live} />}
		</details>
	);
}

export function RaceContent({
	rankingKey,
	artistId,
	live,
}: {
	rankingKey: string;
	artistId?: number;
	live?: LiveChart;
}) {
	const { data, isError, refetch } = useRace(rankingKey, { artistId });
	const none = <NotLoaded onRetry={() => void refetch()} />;
	if (isError && !data) return none;
	const loading = <Skeleton className="mt-4" style={{ height: '24rem', borderRadius: 'var(--radius-l)' }} />;
	return data ? (
		<OptionalPart waiting={loading} instead={none}>
			<RaceChart recorded={data} live={live} own={artistId} />
		</OptionalPart>
	) : (
		loading
	);
}

export function ArtistRace({ rankingKey, artistId, live }: { rankingKey: string; artistId: number; live?: LiveChart }) {
	const [element, near] = useNearView();
	return (
		<Section title={<Trans>The race</Trans>}>
			<div ref={element} className="artist-race">
				<NeedsScript />
				{near && <RaceContent rankingKey={rankingKey} artistId={artistId} live={live} />}
			</div>
		</Section>
	);
}

export const useRace = (rankingKey: string, { artistId, wanted = true }: { artistId?: number; wanted?: boolean }) =>
	useQuery({
		...reads(['race', rankingKey, artistId ?? null], getRace, {
			query: { ranking_key: rankingKey, artist_id: artistId },
		}),
		enabled: wanted,
		staleTime: 5 * 60_000,
	});

export function useNearView(): [RefObject<HTMLDivElement | null>, boolean] {
	const element = useRef<HTMLDivElement>(null);
	const [near, setNear] = useState(false);
	useEffect(() => {
		if (near || !element.current) return undefined;
		const observer = new IntersectionObserver(([entry]) => setNear(Boolean(entry?.isIntersecting)), {
			rootMargin: '200px',
		});
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [near]);
	return [element, near];
}
