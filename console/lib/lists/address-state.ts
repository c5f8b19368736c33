/** State of a list that stands in the address, so that Back, a reload and a shared link restore it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSettled } from '#client/use-settled.ts';

/** Returns a value of the address and a setter. The fallback is left out of the address. */
export function useAddressState<Value extends string>(
	name: string,
	allowed: readonly Value[],
): [Value, (value: Value) => void] {
	const [address, setAddress] = useSearchParams();
	const [fallback] = allowed;
	const value = allowed.find((one) => one === address.get(name)) ?? fallback;
	if (value === undefined) throw new Error(`${name} has no values`);
	const set = (next: Value) => setAddress(withParams({ [name]: next === fallback ? '' : next }), { replace: true });
	return [value, set];
}

/** The same for a value of any text. */
export function useAddressText(name: string): [string, (text: string) => void] {
	const [address, setAddress] = useSearchParams();
	const set = useCallback(
		(text: string) => setAddress(withParams({ [name]: text }), { replace: true }),
		[name, setAddress],
	);
	return [address.get(name) ?? '', set];
}

/**
 * State of a search field. `search` follows `words` once the operator stops typing, and the address follows `search`:
 * a field that were bound to the address itself would lose letters while the router renders.
 */
export function useAddressSearch(): { words: string; setWords: (words: string) => void; search: string } {
	const [inAddress, setInAddress] = useAddressText('search');
	const [words, setWords] = useState(inAddress);
	const search = useSettled(words.trim());
	const { pathname } = useLocation();
	const known = useRef({ inAddress, pathname });
	useEffect(() => {
		if (search === known.current.inAddress) return;
		known.current.inAddress = search;
		setInAddress(search);
	}, [search, setInAddress]);
	useEffect(() => {
		const before = known.current;
		known.current = { inAddress, pathname };
		// An item that is opened beside its list has an address without the search, and the list stays as it is.
		const opened = inAddress === '' && pathname !== before.pathname;
		// Another link to the same screen, or Back, brought another search.
		if (inAddress !== before.inAddress && !opened) setWords(inAddress);
	}, [inAddress, pathname]);
	return { words, setWords, search };
}

/** Sets these parameters, and removes those that are empty. */
export const withParams = (params: Record<string, string>) => (before: URLSearchParams) => {
	const after = new URLSearchParams(before);
	for (const [name, value] of Object.entries(params)) {
		if (value === '') after.delete(name);
		else after.set(name, value);
	}
	return after;
};
