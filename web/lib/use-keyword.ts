import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const WRITE_MS = 250;

/** Holds the search keyword. It filters at once and is written to the URL soon after, so that a reload keeps it. */
export function useKeyword(): [string, (keyword: string) => void] {
	const [search, setSearch] = useSearchParams();
	const [keyword, setKeyword] = useState(() => search.get('keyword') ?? '');
	useEffect(() => {
		if (keyword === (search.get('keyword') ?? '')) return undefined;
		const timer = setTimeout(() => {
			const next = new URLSearchParams(search);
			if (keyword === '') next.delete('keyword');
			else next.set('keyword', keyword);
			setSearch(next, { replace: true, preventScrollReset: true });
		}, WRITE_MS);
		return () => clearTimeout(timer);
	}, [keyword, search, setSearch]);
	return [keyword, setKeyword];
}
