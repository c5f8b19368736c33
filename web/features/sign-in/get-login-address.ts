/** Fetches the provider's URL and opens it. A failure is only logged, and the buttons allow another attempt. */
import { useEffect, useState } from 'react';
import { getLoginAddress } from '#contract/accounts.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import { call } from '../../lib/api/call.ts';
import { callbackAddress } from './addresses.ts';

/** Returns the provider whose sign-in is starting, and a function that starts one. */
export function useSignIn(from: string): [SsoType | null, (provider: SsoType) => void] {
	const [leavingTo, setLeavingTo] = useState<SsoType | null>(null);
	useEffect(() => {
		// The browser may keep the page as it was left, and show it again on Back.
		const comeBack = () => setLeavingTo(null);
		window.addEventListener('pageshow', comeBack);
		return () => window.removeEventListener('pageshow', comeBack);
	}, []);
	const begin = (provider: SsoType) => {
		setLeavingTo(provider);
		leave(provider, from).catch((error: unknown) => {
			console.warn('The login address could not be read:', error);
			setLeavingTo(null);
		});
	};
	return [leavingTo, begin];
}

async function leave(provider: SsoType, from: string): Promise<void> {
	const query = { sso_type: provider, callback_url: callbackAddress(window.location.origin, from, provider) };
	const { login_url } = await call(getLoginAddress, { query });
	window.location.assign(login_url);
}
