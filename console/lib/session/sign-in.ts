/** The way to the provider, and back to this screen. */
import { useMutation } from '@tanstack/react-query';
import { beginSignIn } from '#contract/operator/operators/session.ts';
import { BASE } from '../../paths.ts';
import { call } from '../api/call.ts';

/** `anew`: the provider asks the person again, however long they have been signed in there. */
export function useSignIn({ anew = false } = {}) {
	return useMutation({
		mutationFn: () => call(beginSignIn, { query: { return_to: wayBack(), ...(anew ? { anew: '1' } : {}) } }),
		onSuccess: ({ login_url: address }) => window.location.assign(address),
	});
}

/** The screen that was asked for; the address of the console where it cannot be taken along. */
function wayBack(): string {
	const { pathname } = window.location;
	return /^\/console(?:\/[A-Za-z0-9/._-]*)?$/.test(pathname) ? pathname : BASE;
}
