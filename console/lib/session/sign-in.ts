/** Starts the sign-in at the provider, and returns to this screen afterwards. */
import { useMutation } from '@tanstack/react-query';
import { beginSignIn } from '#contract/operator/operators/session.ts';
import { BASE } from '../../paths.ts';
import { call } from '../api/call.ts';

/** `anew`: the provider authenticates the person again, even if they are already signed in there. */
export function useSignIn({ anew = false } = {}) {
	return useMutation({
		mutationFn: () => call(beginSignIn, { query: { return_to: wayBack(), ...(anew ? { anew: '1' } : {}) } }),
		onSuccess: ({ login_url: address }) => window.location.assign(address),
	});
}

/** Returns the requested screen, or the console's base address if the screen cannot be passed on. */
function wayBack(): string {
	const { pathname } = window.location;
	return /^\/console(?:\/[A-Za-z0-9/._-]*)?$/.test(pathname) ? pathname : BASE;
}
