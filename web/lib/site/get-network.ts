/** The sign-on network that this site offers beside Google and LINE. Most sites have none. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getSignOnNetwork } from '#contract/accounts.ts';
import { call } from '../api/call.ts';

export function useOwnNetwork({ enabled = true }: { enabled?: boolean } = {}) {
	const { data = null } = useQuery({
		queryKey: ['sign-on-network'],
		queryFn: async ({ signal }) => (await call(getSignOnNetwork, {}, { signal })).network,
		enabled,
		staleTime: Infinity,
	});
	return data;
}

export function useNetworkName(ssoType: string): string {
	const { t } = useLingui();
	const own = useOwnNetwork({ enabled: ssoType === 'oidc' });
	if (ssoType === 'oidc') return own?.name ?? t`Another network`;
	return { google: 'Google', facebook: 'Facebook' }[ssoType] ?? 'LINE';
}
