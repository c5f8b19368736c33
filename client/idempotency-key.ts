/** The key under which the server does something once, however often it is sent. */
import { useRef } from 'react';
import { newKey } from './call.ts';

/** Returns a function that returns the key of a request. All attempts of one request share the key. */
export function useIdempotencyKey(): (request: unknown) => string {
	const last = useRef<{ asked: string; key: string } | null>(null);
	return (request) => {
		const asked = JSON.stringify(request);
		if (last.current?.asked !== asked) last.current = { asked, key: newKey() };
		return last.current.key;
	};
}

export const base64url = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');
