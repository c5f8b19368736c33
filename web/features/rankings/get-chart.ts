/** One chart, live: it is read again every two seconds while somebody looks at it. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type Chart, getChart } from '#contract/rankings.ts';
import { call } from '../../lib/call.ts';
import { type OwnVote, withOwnVote } from './own-vote.ts';

/** A chart and when it arrived, in milliseconds of the page's own monotonic clock: countdowns start from there. */
export interface LiveChart extends Chart {
	/** Missing on a chart that came with the page itself: then it arrived when the page did. */
	received_at?: number;
}

const REFRESH_MS = 2_000;

export function chartQuery(rankingKey: string) {
	return queryOptions({
		queryKey: ['chart', rankingKey],
		queryFn: ({ signal, client }) => fetchChart(client, rankingKey, signal),
		staleTime: REFRESH_MS,
	});
}

export function useChart(rankingKey: string | undefined) {
	return useQuery({
		...chartQuery(rankingKey ?? ''),
		enabled: rankingKey !== undefined,
		refetchInterval: REFRESH_MS,
	});
}

/** From now on every chart this browser shows includes the vote it just cast. */
export function rememberOwnVote(client: QueryClient, rankingKey: string, vote: OwnVote): void {
	client.setQueryData<OwnVote>(ownVoteKey(rankingKey), vote);
	client.setQueryData(chartQuery(rankingKey).queryKey, (chart) => chart && withOwnVote(chart, vote));
}

async function fetchChart(client: QueryClient, rankingKey: string, signal: AbortSignal): Promise<LiveChart> {
	const own = client.getQueryData<OwnVote>(ownVoteKey(rankingKey));
	const answer = await call(getChart, { query: { ranking_key: rankingKey, after: own?.chart_version } }, { signal });
	const chart: LiveChart = { ...answer, received_at: performance.now() };
	if (!own) return chart;
	if (includes(answer, own)) {
		client.removeQueries({ queryKey: ownVoteKey(rankingKey), exact: true });
		return chart;
	}
	return withOwnVote(chart, own);
}

function includes(chart: Chart, vote: OwnVote): boolean {
	// The version is the lowest transaction that was still under way: only what is below it is surely included.
	return BigInt(chart.chart_version) > BigInt(vote.chart_version);
}

function ownVoteKey(rankingKey: string): string[] {
	return ['own-vote', rankingKey];
}
