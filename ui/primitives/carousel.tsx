/** Slides that the browser scrolls and snaps. Moves on by itself while nobody looks closer; what does not overflow rests. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../icons.tsx';
import { IconButton } from './button.tsx';
import { RestSwitch, useResting } from './rest-switch.tsx';
import './carousel.css';

export interface CarouselProps {
	label: string;
	slides: readonly { key: string; content: ReactNode }[];
	interval: number;
	arrows?: boolean;
	className?: string;
}

export function Carousel({ label, slides, interval, arrows = false, className = '' }: CarouselProps) {
	const { t } = useLingui();
	const section = useRef<HTMLElement>(null);
	const track = useRef<HTMLUListElement>(null);
	const [current, overflows, edge] = useTrack(track);
	const paused = useResting();
	const busy = useBusy(section);
	const count = slides.length;
	// A row that moves by itself goes around; any other has a beginning and an end.
	const around = interval > 0;
	const moving = around && overflows && !paused && !busy;
	useAutoplay(moving, interval, () => slideTo(track.current, (current + 1) % count));
	return (
		<section ref={section} className={`carousel ${className}`} aria-roledescription={t`carousel`} aria-label={label}>
			<ul className="carousel-track" ref={track}>
				{slides.map(({ key, content }) => (
					<li key={key} className="carousel-slide">
						{content}
					</li>
				))}
			</ul>
			{arrows && count > 1 && overflows && (
				<>
					<IconButton
						className="carousel-arrow carousel-previous"
						label={t`Previous slide`}
						hidden={!around && edge === 'start'}
						onClick={() => slideTo(track.current, (current - 1 + count) % count)}
					>
						<Icon name="left" />
					</IconButton>
					<IconButton
						className="carousel-arrow carousel-next"
						label={t`Next slide`}
						hidden={!around && edge === 'end'}
						onClick={() => slideTo(track.current, (current + 1) % count)}
					>
						<Icon name="right" />
					</IconButton>
				</>
			)}
			{count > 1 && overflows && (
				<div className="carousel-dots row justify-center mt-2">
					{slides.map(({ key }, index) => (
						<button
							key={key}
							type="button"
							className="carousel-dot"
							aria-label={t`Slide ${index + 1} of ${count}`}
							aria-current={index === current}
							onClick={() => slideTo(track.current, index)}
						/>
					))}
					{around && <RestSwitch />}
				</div>
			)}
		</section>
	);
}

function useBusy(section: RefObject<HTMLElement | null>): boolean {
	const [pointed, setPointed] = useState(false);
	const [focused, setFocused] = useState(false);
	useEffect(() => {
		const element = section.current;
		if (!element) return undefined;
		const listening = new AbortController();
		const { signal } = listening;
		const on = (event: string, tell: (is: boolean) => void, is: boolean) =>
			element.addEventListener(event, () => tell(is), { signal });
		on('pointerenter', setPointed, true);
		on('pointerleave', setPointed, false);
		on('focusin', setFocused, true);
		on('focusout', setFocused, false);
		return () => listening.abort();
	}, [section]);
	return pointed || focused;
}

type Edge = 'start' | 'end' | null;

function useTrack(track: RefObject<HTMLElement | null>): [number, boolean, Edge] {
	const [current, setCurrent] = useState(0);
	const [edge, setEdge] = useState<Edge>('start');
	// Assumed until measured: most do, and nothing should jump when the dots come.
	const [overflows, setOverflows] = useState(true);
	useEffect(() => {
		const element = track.current;
		if (!element) return undefined;
		const onScroll = () => {
			setCurrent(nearest(element));
			setEdge(edgeOf(element));
		};
		const observer = new ResizeObserver(() => {
			setOverflows(element.scrollWidth > element.clientWidth + 1);
			onScroll();
		});
		observer.observe(element);
		element.addEventListener('scroll', onScroll, { passive: true });
		return () => {
			observer.disconnect();
			element.removeEventListener('scroll', onScroll);
		};
	}, [track]);
	return [current, overflows, edge];
}

function useAutoplay(moving: boolean, interval: number, next: () => void): void {
	const goOn = useEffectEvent(next);
	useEffect(() => {
		if (!moving || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
		const timer = setInterval(() => {
			if (!document.hidden) goOn();
		}, interval);
		return () => clearInterval(timer);
	}, [moving, interval]);
}

function edgeOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): Edge {
	if (scrollLeft < 2) return 'start';
	return scrollLeft + clientWidth > scrollWidth - 2 ? 'end' : null;
}

function nearest(track: HTMLElement): number {
	// At the far end the last slides cannot reach the left edge: the end belongs to the last one.
	if (track.scrollLeft > 0 && track.scrollLeft + track.clientWidth >= track.scrollWidth - 2)
		return track.children.length - 1;
	const distances = slidesOf(track).map((slide) => Math.abs(startOf(track, slide) - track.scrollLeft));
	return distances.indexOf(Math.min(...distances));
}

function slideTo(track: HTMLElement | null, index: number): void {
	const slide = track && slidesOf(track)[index];
	if (!track || !slide) return;
	const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
	track.scrollTo({ left: startOf(track, slide), behavior: calm ? 'instant' : 'smooth' });
}

const slidesOf = (track: HTMLElement): HTMLElement[] =>
	Array.from(track.children).filter((child) => child instanceof HTMLElement);

const startOf = (track: HTMLElement, slide: HTMLElement): number =>
	slide.offsetLeft - track.offsetLeft - (Number.parseFloat(getComputedStyle(track).scrollPaddingLeft) || 0);
