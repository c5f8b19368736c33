/** What a clip shows. The function runs in a page, so it holds all that it needs. */

export const clipNames = ['trails', 'ocean', 'rings'] as const;
export type ClipName = (typeof clipNames)[number];

export interface ClipOrder {
	name: ClipName;
	width: number;
	height: number;
	frames: number;
	frameMs: number;
}

export interface FilmedFrame {
	at: number;
	key: boolean;
	base64: string;
}

/** Draws and encodes frame after frame. The last one leads into the first. */
export async function filmClip({ name, width, height, frames, frameMs }: ClipOrder): Promise<FilmedFrame[]> {
	const canvas = new OffscreenCanvas(width, height);
	const pen = canvas.getContext('2d');
	if (!pen) throw new Error('There is no canvas');
	const filmed: FilmedFrame[] = [];
	const encoder = new VideoEncoder({
		output(chunk) {
			const bytes = new Uint8Array(chunk.byteLength);
			chunk.copyTo(bytes);
			const base64 = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
			filmed.push({ at: Math.round(chunk.timestamp / 1000), key: chunk.type === 'key', base64 });
		},
		error(failure) {
			throw failure;
		},
	});
	encoder.configure({ codec: 'vp09.00.21.08', width, height, bitrate: 250_000, latencyMode: 'quality' });
	const scenes: Record<ClipName, (turn: number) => void> = { trails, ocean, rings };
	for (let frame = 0; frame < frames; frame += 1) {
		pen.globalCompositeOperation = 'source-over';
		pen.fillStyle = '#0a0b14';
		pen.fillRect(0, 0, width, height);
		pen.globalCompositeOperation = 'lighter';
		scenes[name]((frame / frames) * 2 * Math.PI);
		const picture = new VideoFrame(canvas, { timestamp: frame * frameMs * 1000 });
		encoder.encode(picture, { keyFrame: frame === 0 });
		picture.close();
	}
	await encoder.flush();
	return filmed;

	function trails(turn: number): void {
		for (let line = 0; line < 22; line += 1) {
			const y = (height * (line + 0.5)) / 22;
			const sway = 46 * Math.sin(turn + line * 0.35);
			pen!.strokeStyle = `hsl(${20 + 14 * Math.sin(turn + line)} 90% ${40 + 20 * Math.sin(turn * 2 + line)}%)`;
			pen!.lineWidth = 2.5;
			pen!.beginPath();
			pen!.moveTo(-10, y);
			pen!.bezierCurveTo(width * 0.3, y - sway, width * 0.6, y + sway, width + 10, y - sway / 2);
			pen!.stroke();
		}
	}

	function ocean(turn: number): void {
		for (let beam = 0; beam < 5; beam += 1) {
			const angle = (beam - 2) * 0.4 + 0.16 * Math.sin(turn + beam);
			pen!.fillStyle = `hsl(${345 + beam * 22} 80% 50% / 22%)`;
			pen!.beginPath();
			pen!.moveTo(width / 2, height * 0.5);
			pen!.lineTo(width / 2 + Math.sin(angle - 0.08) * width, height * 0.5 - Math.cos(angle) * height);
			pen!.lineTo(width / 2 + Math.sin(angle + 0.08) * width, height * 0.5 - Math.cos(angle) * height);
			pen!.fill();
		}
		for (let row = 0; row < 12; row += 1) {
			const [y, step] = [height * (0.55 + 0.036 * row), 13 + row * 2.2];
			for (let x = (row % 2) * step * 0.5; x < width; x += step) {
				const wave = Math.sin(turn * 2 + x / 60 + row * 0.5);
				pen!.fillStyle = `hsl(${345 + (x / width) * 70} 85% ${48 + 22 * wave}%)`;
				pen!.beginPath();
				pen!.arc(x + 3 * wave, y + 2 * wave, 1.2 + row * 0.22, 0, 7);
				pen!.fill();
			}
		}
	}

	function rings(turn: number): void {
		for (let ring = 1; ring < 11; ring += 1) {
			pen!.strokeStyle = `hsl(${190 + ring * 12} 80% ${50 + 16 * Math.sin(turn * 2 - ring * 0.7)}%)`;
			pen!.lineWidth = 5;
			pen!.setLineDash([20 + ring * 4, 12]);
			pen!.lineDashOffset = ((ring % 2 ? 1 : -1) * (turn / (2 * Math.PI)) * (32 + ring * 4) * 3) % 10_000;
			pen!.beginPath();
			pen!.arc(width / 2, height / 2, ring * 22, 0, 7);
			pen!.stroke();
		}
		pen!.setLineDash([]);
	}
}
