/** Reads the numbers of the site's own public log: gems, accounts, and who watches it. */
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getTransparencyNumbers } from '#contract/transparency.ts';
import { reads } from '../../../lib/api/call.ts';

export type Numbers = ReplyOf<typeof getTransparencyNumbers>;

export function useNumbers() {
	return useQuery({ ...reads(cacheKeys.numbers, getTransparencyNumbers, {}), staleTime: 60_000 });
}
