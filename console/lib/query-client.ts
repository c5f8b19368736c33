/** The cache of what was read. Operators look at what is, so nothing stays fresh for long. */
import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './problem.ts';

const FRESH_MS = 2_000;
const RETRIES = 2;

export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: { staleTime: FRESH_MS, retry: (failures, error) => failures < RETRIES && isTransient(error) },
		},
	});
}
