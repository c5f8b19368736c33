/** Builds the cache of reads. A read that may succeed in a moment is tried twice more; one that is to come later may come later. */
import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isProblem, isTransient } from './call.ts';
import { pauseAfter, PATIENCE_MS } from './resend.ts';

const RETRIES = 2;

export interface QueryClientOptions {
	/** Time (ms) for which a cached read is shown without fetching it again. */
	freshMs: number;
	/** True to read again at the time that the server names, as often as it refuses for lack of a turn. Else that is an error. */
	waitsForTurn?: boolean;
	onReadFailed?: (error: Error, queryKey: QueryKey) => void;
}

export function createQueryClient({ freshMs, waitsForTurn = false, onReadFailed }: QueryClientOptions): QueryClient {
	const client = new QueryClient({
		queryCache: new QueryCache({ onError: (error, { queryKey }) => onReadFailed?.(error, queryKey) }),
		defaultOptions: {
			queries: {
				staleTime: freshMs,
				retry: (failures, error) =>
					(waitsForTurn && turnOf(error) !== null) || (failures < RETRIES && isTransient(error)),
				// By chance: pages that failed together would come again together.
				retryDelay: (failures, error) =>
					turnOf(error) ?? pauseBefore(failures, isTransient(error) ? error.retryAfter : undefined),
			},
			// What is pressed without a network is told at once. Else it would be done later, when nobody expects it.
			mutations: { networkMode: 'always' },
		},
	});
	// Back may show a page as it was left: with the balance, the counts and the session of then.
	if (typeof window !== 'undefined')
		window.addEventListener('pageshow', ({ persisted }) => persisted && void client.invalidateQueries());
	return client;
}

/** Milliseconds until a read that others took the turn of may come again. Null if the server has not said when. */
const turnOf = (error: unknown): number | null =>
	isProblem(error, 'too_many_requests') && error.retryAfter !== undefined
		? (error.retryAfter + Math.random()) * 1_000
		: null;

/** A read need not be as quick as a vote: its two more tries last as long as a process takes to start again. */
const SLOWER_BY = 2;

const pauseBefore = (failures: number, retryAfter: number | undefined): number =>
	pauseAfter({ before: failures + SLOWER_BY, retryAfter, leftMs: PATIENCE_MS, random: Math.random() }) ?? PATIENCE_MS;
