/** A field of lightsticks that is a chart: each block is as wide as its fandom's share. Drawn again only if that changes. */
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { fanColors, fanStyle } from '../fan-color.ts';
import { type Theme, useTheme } from '../theme.ts';
import { whenIdle } from '../when-idle.ts';
import type { Block, Fandom, Seat, Size, Stick } from './field.ts';
import { blocksOf, dot, lightsticks, ownStick } from './field.ts';
import './ocean.css';

export interface OceanProps {
	/** Text alternative for screen readers. Null if the picture only repeats the text beside it. */
	label: string | null;
	seed: string;
	fandoms: readonly Fandom[];
	rows?: { wide: number; narrow: number };
	ignite?: boolean;
	/** Marks one fan's stick with this label. `arrives`: its light flies there first. */
	own?: (Seat & { label: string; arrives?: boolean }) | undefined;
	className?: string;
}

const RESIZE_MS = 100;
/** It is drawn when the browser has time for it: rows and buttons come first. */
const BEGUN_WITHIN_MS = 500;
const IGNITE_ROW_MS = 24;
const UNLIT: Record<Theme, string> = { dark: '#fff4e4', light: '#a9a7bd' };

export function Ocean({
	label,
	seed,
	fandoms,
	rows = { wide: 17, narrow: 15 },
	ignite = false,
	own,
	className = '',
}: OceanProps) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const [theme] = useTheme();
	const size = useSize(canvas);
	const shares = sharesKey(fandoms);
	// Votes arrive all the time. Redraw only if a share changes visibly.
	const blocks = useMemo(() => blocksOf(parseShares(shares)), [shares]);
	const rowCount = size.width > 800 ? rows.wide : rows.narrow;
	const sticks = useMemo(
		() => (size.width === 0 ? [] : lightsticks(blocks, seed, { ...size, rows: rowCount })),
		[blocks, seed, size, rowCount],
	);
	useEffect(() => {
		const context = canvas.current?.getContext('2d');
		if (!context || sticks.length === 0) return undefined;
		return show(context, paint(sticks, theme), size, ignite);
	}, [sticks, size, theme, ignite]);
	const seat = own && ownStick(blocks, sticks, own, size);
	return (
		<div className={`ocean ${className}`} style={{ '--ocean-glow': glow(blocks, theme) } as CSSProperties}>
			<canvas
				ref={canvas}
				role={label === null ? undefined : 'img'}
				aria-label={label ?? undefined}
				aria-hidden={label === null}
			/>
			{seat && (
				<span
					className="ocean-own fan"
					data-arrives={own?.arrives}
					style={{ ...fanStyle(own?.color ?? null), left: seat.x, top: seat.y }}
				>
					{own?.label}
				</span>
			)}
		</div>
	);
}

function useSize(canvas: RefObject<HTMLCanvasElement | null>): Size {
	const [size, setSize] = useState<Size>({ width: 0, height: 0 });
	useEffect(() => {
		const element = canvas.current;
		if (!element) return undefined;
		let timer: ReturnType<typeof setTimeout> | undefined;
		let forget: (() => void) | undefined;
		const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
		// Also called at first, after the page is laid out: to ask before would lay it out once more.
		const observer = new ResizeObserver(() => {
			clearTimeout(timer);
			if (forget) timer = setTimeout(measure, RESIZE_MS);
			else forget = whenIdle(measure, BEGUN_WITHIN_MS);
		});
		observer.observe(element);
		return () => {
			observer.disconnect();
			clearTimeout(timer);
			forget?.();
		};
	}, [canvas]);
	return size;
}

function show(context: CanvasRenderingContext2D, sticks: PaintedStick[], size: Size, ignite: boolean): () => void {
	const density = Math.min(2, window.devicePixelRatio || 1);
	context.canvas.width = Math.round(size.width * density);
	context.canvas.height = Math.round(size.height * density);
	context.scale(density, density);
	const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
	if (!ignite || calm) return drawInSlices(context, sticks);
	return igniteFromMiddle(context, sticks, size);
}

const SLICE = 250;

/** Draws in slices, because thousands of sticks at once would block a page that has just opened. */
function drawInSlices(context: CanvasRenderingContext2D, sticks: PaintedStick[]): () => void {
	let from = 0;
	let frame = 0;
	const drawNext = () => {
		drawSticks(context, sticks.slice(from, from + SLICE), () => 1);
		from += SLICE;
		if (from < sticks.length) frame = requestAnimationFrame(drawNext);
	};
	drawNext();
	return () => cancelAnimationFrame(frame);
}

const ROW_WIDTH_PX = 12;

function igniteFromMiddle(
	context: CanvasRenderingContext2D,
	sticks: PaintedStick[],
	{ width, height }: Size,
): () => void {
	const start = performance.now();
	const rowsAway = (stick: PaintedStick) => Math.hypot(stick.x - width / 2, stick.y - height / 2) / ROW_WIDTH_PX;
	const farthest = Math.hypot(width, height) / 2 / ROW_WIDTH_PX + 2;
	let frame = requestAnimationFrame(function draw(now) {
		const lit = (now - start) / IGNITE_ROW_MS;
		context.clearRect(0, 0, width, height);
		drawSticks(context, sticks, (stick) => Math.min(1, Math.max(0.06, lit - rowsAway(stick))));
		if (lit < farthest) frame = requestAnimationFrame(draw);
	});
	return () => cancelAnimationFrame(frame);
}

const paint = (sticks: ReturnType<typeof lightsticks>, theme: Theme): PaintedStick[] =>
	sticks.map((stick) => ({ ...stick, color: stickColor(stick.color, theme) }));

function stickColor(hex: string | null, theme: Theme): string {
	if (hex === null) return UNLIT[theme];
	const colors = fanColors(hex);
	return theme === 'dark' ? colors.fill : colors.stickOnLight;
}

/** Of the fandoms that share a block, so many give it their light. */
const GLOWS = 6;

function glow(blocks: readonly Block[], theme: Theme): string {
	if (blocks.length === 0) return 'none';
	const stops = blocks.flatMap(({ from, to, fandoms }) => {
		const lit = fandoms.slice(0, GLOWS);
		const at = (index: number) => from + ((to - from) * (index + 0.5)) / lit.length;
		return lit.map(({ color }, index) => `${stickColor(color, theme)} ${(at(index) * 100).toFixed(1)}%`);
	});
	return `linear-gradient(90deg, ${stops.length === 1 ? `${stops[0]}, ` : ''}${stops.join(', ')})`;
}

/** Serializes the shares, rounded to a thousandth. Equal texts mean an equal picture. */
function sharesKey(fandoms: readonly Fandom[]): string {
	const total = fandoms.reduce((sum, { weight }) => sum + weight, 0) || 1;
	return fandoms.map(({ color, weight }) => `${color ?? ''}:${Math.round((weight / total) * 1000)}`).join(' ');
}

function parseShares(key: string): Fandom[] {
	if (key === '') return [];
	return key.split(' ').map((share) => {
		const [color, weight] = share.split(':');
		return { color: color === '' || color === undefined ? null : color, weight: Number(weight) };
	});
}

interface PaintedStick extends Omit<Stick, 'color'> {
	color: string;
}

/** Returns a stick's current brightness, 0..1. It lights the hall step by step. */
type Brightness = (stick: PaintedStick) => number;

function drawSticks(context: CanvasRenderingContext2D, sticks: readonly PaintedStick[], brightness: Brightness): void {
	for (const stick of sticks) {
		const power = brightness(stick);
		context.fillStyle = stick.color;
		context.strokeStyle = stick.color;
		if (stick.near) drawNear(context, stick, power);
		context.globalAlpha = stick.opacity * power;
		dot(context, stick.x, stick.y, stick.radius);
	}
	context.globalAlpha = 1;
}

function drawNear(context: CanvasRenderingContext2D, stick: PaintedStick, power: number): void {
	const { x, y, radius, lean } = stick;
	context.globalAlpha = 0.1 * power;
	dot(context, x, y, radius * 2.4);
	context.globalAlpha = 0.32 * power;
	context.lineWidth = radius * 0.5;
	context.beginPath();
	context.moveTo(x, y);
	context.lineTo(x + lean * radius, y + radius * 2.6);
	context.stroke();
}
