/** Drifts by itself. Rests on hover, focus and off screen; with reduced motion or few things it is a plain row. */
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useResting } from './rest-switch.tsx';
import './marquee.css';

export interface MarqueeProps {
	label: string;
	items: readonly { key: string | number; content: ReactNode }[];
	movingMin: number;
}

/** Enough to fill a wide screen, so that no hole drifts along. */
const ITEMS_MIN = 12;

export function Marquee({ label, items, movingMin }: MarqueeProps) {
	const element = useRef<HTMLDivElement>(null);
	const visible = useOnScreen(element);
	const resting = useResting();
	const moving = items.length >= movingMin;
	useHandOver(element, moving);
	useEffect(() => {
		// A copy can be pressed like the row itself. Only the keyboard passes it by.
		for (const link of element.current?.querySelectorAll<HTMLElement>('.marquee-copy a') ?? []) link.tabIndex = -1;
	});
	const list = items.map(({ key, content }) => <li key={key}>{content}</li>);
	// Only a row that drifts needs them: the first one is shown, and taken over, without.
	const copies = useDeferredValue(moving ? 2 * Math.ceil(ITEMS_MIN / items.length) - 1 : 0, 0);
	return (
		<div className="marquee" ref={element} data-moving={moving} data-resting={resting || !visible || copies === 0}>
			<div className="marquee-track">
				<ul aria-label={label}>{list}</ul>
				{Array.from({ length: copies }, (_, copy) => (
					<ul key={copy} className="marquee-copy" aria-hidden="true">
						{list}
					</ul>
				))}
			</div>
		</div>
	);
}

/** Nobody can touch the row before it is seen, so what a touch needs comes after it. */
function useHandOver(row: { current: HTMLElement | null }, moving: boolean): void {
	useEffect(() => {
		const element = row.current;
		const track = element?.firstElementChild;
		if (!moving || !(element && track instanceof HTMLElement)) return undefined;
		let gone = false;
		const handing = import('./hand-over.ts').then(({ handOver }) => (gone ? undefined : handOver(element, track)));
		return () => {
			gone = true;
			void handing.then((end) => end?.());
		};
	}, [row, moving]);
}

function useOnScreen(element: { current: HTMLElement | null }): boolean {
	const [visible, setVisible] = useState(true);
	useEffect(() => {
		if (!element.current) return undefined;
		const observer = new IntersectionObserver((entries) => setVisible(entries.at(-1)?.isIntersecting ?? true));
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [element]);
	return visible;
}
