/** The key under which the server does something once, however often it is sent. */
import { useRef } from 'react';

/** Gives the key of a request: the same for each try of the same, another one for something else. */
export function useIdempotencyKey(): (request: unknown) => string {
	const last = useRef<{ asked: string; key: string } | null>(null);
	return (request) => {
		const asked = JSON.stringify(request);
		if (last.current?.asked !== asked) last.current = { asked, key: newKey() };
		return last.current.key;
	};
}

/** 16 random bytes as 22 characters that an address could hold. */
export function newKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');
}
