/** How a list is shown: its order and columns stand in the address, the density is the browser's. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { stored } from '#ui/stored.ts';
import { withParams } from '../lists/list-state.tsx';
import type { Order } from './table.tsx';

export type Density = 'comfortable' | 'compact';

export interface TableView<Sort extends string = string> {
	sort: Sort;
	/** The sort of an address that names none. */
	usual: Sort;
	order: Order;
	/** Sorts by it, or turns the order around if the list is sorted so already. */
	sortBy: (sort: string) => void;
	setSort: (sort: string, order: Order) => void;
	/** Keys of the chosen columns. Null for the usual ones. */
	columns: readonly string[] | null;
	setColumns: (columns: readonly string[] | null) => void;
	density: Density;
	setDensity: (density: Density) => void;
}

const keptDensity = stored('lightstick-console-density');

/** `sorts`: the sorts of the list with their natural order. The first is used where the address says nothing. */
export function useTableView<const Sort extends string>(sorts: Readonly<Record<Sort, Order>>): TableView<Sort> {
	const [address, setAddress] = useSearchParams();
	const [density, setDensity] = useState(storedDensity);
	const names = Object.keys(sorts) as Sort[];
	const [usual] = names;
	const sort = names.find((name) => name === address.get('sort')) ?? usual;
	if (sort === undefined || usual === undefined) throw new Error('a list needs a sort');
	const asked = address.get('order');
	const order = asked === 'asc' || asked === 'desc' ? asked : sorts[sort];
	const change = (params: Record<string, string>) => setAddress(withParams(params), { replace: true });
	const setSort = (next: string, nextOrder: Order) => {
		const known = names.find((name) => name === next) ?? usual;
		change({ sort: known === usual ? '' : known, order: nextOrder === sorts[known] ? '' : nextOrder });
	};
	return {
		sort,
		usual,
		order,
		setSort,
		sortBy: (next) => {
			const known = names.find((name) => name === next) ?? usual;
			setSort(known, known === sort ? (order === 'asc' ? 'desc' : 'asc') : sorts[known]);
		},
		columns: address.get('columns')?.split(',') ?? null,
		setColumns: (columns) => change({ columns: columns?.join(',') ?? '' }),
		density,
		setDensity: (next) => {
			keptDensity.set(next);
			setDensity(next);
		},
	};
}

function storedDensity(): Density {
	return keptDensity.get() === 'compact' ? 'compact' : 'comfortable';
}
