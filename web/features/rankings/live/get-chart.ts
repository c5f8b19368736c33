/** One live chart, pushed or else polled. It includes this browser's votes from the moment they were cast. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { includesVote, isNewerChart } from '#contract/values/chart-version.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { type Chart, getChart } from '#contract/rankings.ts';
import { call } from '../../../lib/api/call.ts';

/** A chart and the time of its arrival, in milliseconds of the page's monotonic clock. Countdowns start from there. */
export interface LiveChart extends Chart {
	/** Missing for a chart that came with the page itself: it arrived with the page. */
	received_at?: number;
}

const REFRESH_MS = 2_000;

export const chartQuery = (rankingKey: string) =>
	queryOptions({
		queryKey: cacheKeys.chart(rankingKey),
		queryFn: ({ signal, client }) => fetchChart(client, rankingKey, signal),
		staleTime: REFRESH_MS,
	});

export function useChart(rankingKey: string | undefined) {
	const client = useQueryClient();
	/** True while the server pushes charts. */
	const [live, setLive] = useState(false);
	const following = useRef<{ polled(chart: LiveChart): void; stop(): void }>(null);
	useEffect(() => {
		if (rankingKey === undefined) return undefined;
		let left = false;
		const onChart = (chart: Chart) =>
			void client.setQueryData(chartQuery(rankingKey).queryKey, received(client, rankingKey, chart));
		const follow = async () => {
			const { followChart } = await import('./follow-chart.ts');
			if (!left) following.current = followChart(rankingKey, { onChart, onLive: setLive });
		};
		follow().catch((error: unknown) => console.warn('The chart is not followed:', error));
		return () => {
			left = true;
			following.current?.stop();
			following.current = null;
		};
	}, [rankingKey, client]);
	const query = useQuery({
		...chartQuery(rankingKey ?? ''),
		enabled: rankingKey !== undefined,
		refetchInterval: live ? false : REFRESH_MS,
	});
	useEffect(() => {
		if (!live && query.data) following.current?.polled(query.data);
	}, [live, query.data]);
	return query;
}

export function rememberOwnVote(client: QueryClient, rankingKey: string, vote: OwnVote): void {
	client.setQueryData<OwnVote>(ownVoteKey(rankingKey), vote);
	client.setQueryData(chartQuery(rankingKey).queryKey, (chart) => chart && withOwnVote(chart, vote));
}

async function fetchChart(client: QueryClient, rankingKey: string, signal: AbortSignal): Promise<LiveChart> {
	const own = client.getQueryData<OwnVote>(ownVoteKey(rankingKey));
	const answer = await call(getChart, { query: { ranking_key: rankingKey, after: own?.chart_version } }, { signal });
	const shown = client.getQueryData(chartQuery(rankingKey).queryKey);
	// A chart pushed in the meantime may be newer than this response.
	if (shown && isNewerChart(shown.chart_version, answer.chart_version)) return shown;
	return received(client, rankingKey, answer);
}

function received(client: QueryClient, rankingKey: string, arrived: Chart): LiveChart {
	const chart: LiveChart = { ...arrived, received_at: performance.now() };
	const own = client.getQueryData<OwnVote>(ownVoteKey(rankingKey));
	if (!own) return chart;
	if (!includesVote(arrived.chart_version, own.chart_version)) return withOwnVote(chart, own);
	client.removeQueries({ queryKey: ownVoteKey(rankingKey), exact: true });
	return chart;
}

const ownVoteKey = (rankingKey: string): string[] => ['own-vote', rankingKey];

interface OwnVote {
	artist_id: number;
	artist_tickets: number;
	ticket_number: number;
	/** Version of the vote: see contract/values/chart-version.ts. */
	chart_version: string;
}

export function withOwnVote<C extends Chart>(chart: C, vote: OwnVote): C {
	const listed = chart.artist_list.find(({ artist_id }) => artist_id === vote.artist_id);
	if (!listed || listed.tickets >= vote.artist_tickets) return chart;
	const artists = chart.artist_list.map((artist) =>
		artist === listed ? { ...artist, tickets: vote.artist_tickets } : artist,
	);
	// The sort is stable, so with equal tickets the artist who was ahead stays ahead.
	const ranked = artists
		.toSorted((a, b) => b.tickets - a.tickets)
		.map((artist, index) => (artist.rank === index + 1 ? artist : { ...artist, rank: index + 1 }));
	return {
		...chart,
		artist_list: ranked,
		total_tickets: chart.total_tickets + vote.artist_tickets - listed.tickets,
	};
}
