/** Puts sticks on a canvas. Colors are already those of the theme. */
import type { Stick } from './field.ts';

export interface PaintedStick extends Omit<Stick, 'color'> {
	color: string;
}

/** Returns a stick's current brightness, 0..1. It lights the hall step by step. */
export type Brightness = (stick: PaintedStick) => number;

export function drawSticks(
	context: CanvasRenderingContext2D,
	sticks: readonly PaintedStick[],
	brightness: Brightness,
): void {
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

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
	context.beginPath();
	context.arc(x, y, radius, 0, Math.PI * 2);
	context.fill();
}
