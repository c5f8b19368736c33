/** An animation moves the row without script; under a finger, a wheel or the focus it scrolls, and around its end. */

/** Kept in step with the animation in marquee.css. */
const ROUND_MS = 60_000;
const REST_MS = 3_000;

/** `row` scrolls, and `track`, its only child, holds everything twice. Returns a function that ends it. */
export function handOver(row: HTMLElement, track: HTMLElement): () => void {
	const listening = new AbortController();
	const options = { signal: listening.signal, passive: true };
	let timer: ReturnType<typeof setTimeout> | undefined;
	const half = () => track.offsetWidth / 2;
	const hasFocus = () => row.querySelector(':focus-visible') !== null;

	function hold(): void {
		restLater();
		if (row.dataset['held']) return;
		const drift = track.getAnimations()[0];
		const progress = (Number(drift?.currentTime ?? 0) % ROUND_MS) / ROUND_MS;
		row.dataset['held'] = 'true';
		row.scrollLeft = progress * half();
		around();
	}

	/** Both halves look the same: a jump of one half is not seen, and leaves room on either side. */
	function around(): void {
		// Focus is in the first half only: a jump would leave it behind.
		if (!row.dataset['held'] || hasFocus()) return;
		const { scrollLeft, clientWidth, scrollWidth } = row;
		if (scrollLeft < 1 && half() + clientWidth < scrollWidth) row.scrollLeft = scrollLeft + half();
		else if (scrollLeft + clientWidth > scrollWidth - 1) row.scrollLeft = scrollLeft - half();
		restLater();
	}

	function restLater(): void {
		clearTimeout(timer);
		timer = setTimeout(letGo, REST_MS);
	}

	function letGo(): void {
		if (hasFocus()) return;
		const progress = (row.scrollLeft % half()) / half();
		delete row.dataset['held'];
		row.scrollLeft = 0;
		const drift = track.getAnimations()[0];
		if (drift) drift.currentTime = progress * ROUND_MS;
	}

	function show({ target }: FocusEvent): void {
		// A finger or a mouse chose what it sees.
		if (!(target instanceof Element && target.matches(':focus-visible'))) return;
		hold();
		target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
	}

	row.addEventListener('touchstart', hold, options);
	row.addEventListener('wheel', ({ deltaX }) => deltaX !== 0 && hold(), options);
	row.addEventListener('focusin', show, options);
	row.addEventListener('focusout', restLater, options);
	row.addEventListener('scroll', around, options);
	return () => {
		listening.abort();
		clearTimeout(timer);
		delete row.dataset['held'];
	};
}
