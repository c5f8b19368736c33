import { listRankings } from '#contract/operator/rankings/rankings.ts';
import { useList } from '../../lib/api/lists.ts';

export const useLatestRankings = (search?: string) =>
	useList(listRankings, { query: { search, sort: 'start', order: 'desc' } });
