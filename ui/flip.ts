/** Rows that change places glide there, with one pulse, instead of jumping. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { whenIdle } from './when-idle.ts';

const GLIDE_MS = 420;
/** A live chart changes once a second at most: its places are read before that. */
const READ_WITHIN_MS = 500;

/** Marks rows by `data-flip`; `order` is any text that changes when their order does. */
export function useFlip(container: RefObject<HTMLElement | null>, order: string): void {
	const places = useRef(new Map<string, number>());
	const shown = useRef(order);
	useLayoutEffect(() => {
		const rows = Array.from(container.current?.querySelectorAll<HTMLElement>('[data-flip]') ?? []);
		const previous = places.current;
		const read = () => {
			places.current = new Map(rows.map((row) => [row.dataset.flip ?? '', row.offsetTop]));
		};
		const moves = isRearranged(shown.current, order) && !matchMedia('(prefers-reduced-motion: reduce)').matches;
		shown.current = order;
		// Where nothing glides, the places are read when the browser has time: to read them, it lays out the rows.
		if (!moves) return whenIdle(read, READ_WITHIN_MS);
		read();
		for (const row of rows) glide(row, previous.get(row.dataset.flip ?? ''));
		return undefined;
	}, [container, order]);
}

/** The same rows in another order; a search that shows others is no reason to move anything. */
function isRearranged(before: string, after: string): boolean {
	return before !== after && sorted(before) === sorted(after);
}

function sorted(order: string): string {
	return order.split(' ').toSorted().join(' ');
}

function glide(row: HTMLElement, from: number | undefined): void {
	if (from === undefined || from === row.offsetTop) return;
	const easing = 'cubic-bezier(.2, .8, .2, 1)';
	row.animate([{ translate: `0 ${from - row.offsetTop}px` }, { translate: 'none' }], { duration: GLIDE_MS, easing });
	row.animate([{ filter: 'brightness(1.35)' }, { filter: 'none' }], { duration: 2 * GLIDE_MS, easing });
}
