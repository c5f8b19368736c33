/** Holding Vote charges a lightstick. The form itself sends the vote: a tap, a key and a browser without this do too. */
import './light-stick.css';

/** A finger that rests longer than this presses no button in most browsers. */
const LONG_PRESS_MS = 400;
/** Pulse and pause in turn: they come closer and grow stronger. */
const PULSES_MS = [8, 150, 10, 130, 14, 110, 18, 90, 24, 70, 40];
const SENT_MS = 60;

export function lightStick(button: HTMLButtonElement, signal: AbortSignal): void {
	let since: number | null = null;
	const end = () => {
		if (since !== null) vibrate(0);
		since = null;
		button.dataset['stick'] = 'lit';
	};
	const on = (
		type: 'pointerdown' | 'pointerup' | 'pointercancel' | 'pointerleave',
		act: (event: PointerEvent) => void,
	) => button.addEventListener(type, act, { signal });
	on('pointerdown', ({ button: pressed, timeStamp }) => {
		if (pressed !== 0 || button.ariaDisabled === 'true' || isCalm()) return;
		since = timeStamp;
		button.dataset['stick'] = 'charging';
		vibrate(PULSES_MS);
	});
	on('pointerup', (event) => {
		const heldMs = since === null ? 0 : event.timeStamp - since;
		end();
		if (!isOver(button, event)) return;
		if (heldMs > 0) vibrate(SENT_MS);
		if (event.pointerType === 'touch' && heldMs > LONG_PRESS_MS) button.form?.requestSubmit();
	});
	on('pointercancel', end);
	on('pointerleave', end);
	// The menu of a long press would take the pointer away.
	button.addEventListener('contextmenu', (event) => since !== null && event.preventDefault(), { signal });
	end();
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function isOver(button: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
	const { left, right, top, bottom } = button.getBoundingClientRect();
	return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** A page that nobody has touched yet may not. Many devices cannot. */
function vibrate(pattern: number | number[]): void {
	if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
