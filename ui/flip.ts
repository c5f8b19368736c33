import { type RefObject, useLayoutEffect, useRef } from 'react';
import { whenIdle } from './when-idle.ts';

const GLIDE_MS = 420;
/** A live chart changes once a second at most: its places are read before that. */
const READ_WITHIN_MS = 500;

interface Place {
	left: number;
	top: number;
}

/** Marks entries by `data-flip`; `order` is any text that changes when their order does. */
export function useFlip(container: RefObject<HTMLElement | null>, order: string): void {
	const places = useRef(new Map<string, Place>());
	const shown = useRef(order);
	useLayoutEffect(() => {
		const entries = Array.from(container.current?.querySelectorAll<HTMLElement>('[data-flip]') ?? []);
		const previous = places.current;
		const read = () => {
			places.current = new Map(entries.map((entry) => [entry.dataset.flip ?? '', placeOf(entry)]));
		};
		const moves = isRearranged(shown.current, order) && !matchMedia('(prefers-reduced-motion: reduce)').matches;
		const [before, after] = [shown.current.split(' '), order.split(' ')];
		shown.current = order;
		// Where nothing glides, the places are read when the browser has time: to read them, it lays out the entries.
		if (!moves) return whenIdle(read, READ_WITHIN_MS);
		// In the frame that shows the new order, and not in React's own task: either is long enough.
		const frame = requestAnimationFrame(() => {
			read();
			// All places are read before the first entry moves: to read one afterwards would lay out the list once more.
			for (const entry of entries) {
				const { flip = '' } = entry.dataset;
				// One that keeps its rank may stand elsewhere all the same: beside a name of two lines, everything below is lower.
				if (before.indexOf(flip) !== after.indexOf(flip)) glide(entry, previous, places.current);
			}
		});
		return () => cancelAnimationFrame(frame);
	}, [container, order]);
}

const placeOf = ({ offsetLeft: left, offsetTop: top }: HTMLElement): Place => ({ left, top });

/** The same entries in another order; a search that shows others is no reason to move anything. */
const isRearranged = (before: string, after: string): boolean => before !== after && sorted(before) === sorted(after);

const sorted = (order: string): string => order.split(' ').toSorted().join(' ');

function glide(entry: HTMLElement, before: Map<string, Place>, now: Map<string, Place>): void {
	const id = entry.dataset.flip ?? '';
	const from = before.get(id);
	const to = now.get(id);
	if (!from || !to || (from.left === to.left && from.top === to.top)) return;
	const easing = 'cubic-bezier(.2, .8, .2, 1)';
	const start = { translate: `${from.left - to.left}px ${from.top - to.top}px` };
	entry.animate([start, { translate: 'none' }], { duration: GLIDE_MS, easing });
	entry.animate([{ filter: 'brightness(1.35)' }, { filter: 'none' }], { duration: 2 * GLIDE_MS, easing });
}
