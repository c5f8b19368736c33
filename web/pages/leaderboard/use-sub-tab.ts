import { useSearchParams } from 'react-router';

export type SubTab = 'ongoing' | 'champion';

const SUB_TAB = 'sub_tab';

/** Part of the URL, so that Back from an artist returns to the champions. */
export function useSubTab(): [SubTab, (subTab: SubTab) => void] {
	const [search, setSearch] = useSearchParams();
	const choose = (subTab: SubTab) => {
		const next = new URLSearchParams(search);
		if (subTab === 'champion') next.set(SUB_TAB, subTab);
		else next.delete(SUB_TAB);
		setSearch(next, { replace: true, preventScrollReset: true });
	};
	return [search.get(SUB_TAB) === 'champion' ? 'champion' : 'ongoing', choose];
}
