/**
 * Parts far below the screen, `data-far`: laid out when they come near (base.css). A page that nobody has touched yet lays them
 * out while the browser rests too, so that one captured whole shows them. React may take a part over later than that: the parts
 * suppress its warning of the attribute.
 */
import { whenIdle } from '#ui/when-idle.ts';

const RESTED_AFTER_MS = 3_000;
/** All at once would take a cheap phone a fifth of a second, and a frame must not wait for more. */
const PARTS_AT_ONCE = 3;
const QUIET_WITHIN_MS = 10_000;
/** On the first screen, or moved by what arrives before them: never set aside by themselves. base.css keeps their height. */
const NEAR_AT_FIRST = '.chart-head, .podium-place, .footer';
const PARTS = `[data-far], ${NEAR_AT_FIRST}`;

let isTouched = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let stop: (() => void) | undefined;

export function restFarParts(): void {
	const touch = () => {
		isTouched = true;
		setFarAside();
	};
	// What a tap opens makes the page inert: that restyles all that is laid out.
	for (const type of ['pointerdown', 'keydown']) addEventListener(type, touch, { once: true, capture: true });
	setFarAside();
}

/**
 * Something restyles all that is laid out: what nobody sees is spared, and comes back a few parts a frame. `cover` lies above the
 * page, and fades more slowly than what is below it comes back.
 */
export function setUnseenAside([cover, focusNext]: [cover?: HTMLElement, focusNext?: Element] = []): void {
	const fades = !matchMedia('(prefers-reduced-motion: reduce)').matches;
	const covers = fades ? cover?.getBoundingClientRect() : undefined;
	const unseen = [...document.querySelectorAll(PARTS)].flatMap((part) => {
		const { top, bottom, left, right } = part.getBoundingClientRect();
		const isOut = bottom < 0 || top > innerHeight;
		const isBelow =
			covers && top >= covers.top && bottom <= covers.bottom && left >= covers.left && right <= covers.right;
		// What is set aside loses the focus, and takes none.
		const isFocused = part.contains(document.activeElement) || (focusNext && part.contains(focusNext));
		return (isOut || isBelow) && !isFocused ? [{ part, isOut }] : [];
	});
	// Rows of a rested page need not be laid out again as they come back.
	setFarAside();
	for (const { part } of unseen) part.setAttribute('data-far', 'unseen');
	unseen.sort((one, other) => Number(one.isOut) - Number(other.isOut));
	requestAnimationFrame(function comeBack() {
		for (const { part } of unseen.splice(0, PARTS_AT_ONCE))
			if (part.matches(NEAR_AT_FIRST)) part.removeAttribute('data-far');
			else part.setAttribute('data-far', '');
		if (unseen.length > 0) requestAnimationFrame(comeBack);
	});
}

function setFarAside(): void {
	clearTimeout(timer);
	stop?.();
	delete document.documentElement.dataset['rested'];
	for (const part of document.querySelectorAll('[data-far]')) part.setAttribute('data-far', '');
	if (!isTouched) timer = setTimeout(showFar, RESTED_AFTER_MS);
}

/** Not below a dialog: it would be painted again, and its picture count as a largest paint that comes seconds late. */
function showFar(): void {
	if (document.querySelector('dialog[open]')) return;
	const parts = [...document.querySelectorAll(`[data-far='']`)].slice(0, PARTS_AT_ONCE);
	for (const part of parts) part.setAttribute('data-far', 'shown');
	if (parts.length > 0) stop = whenIdle(showFar, QUIET_WITHIN_MS);
	else document.documentElement.dataset['rested'] = '';
}
