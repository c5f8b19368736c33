/** Does work once the next frame is laid out, so that what it reads of the page costs no layout of its own. */

/** Returns a function that calls it off. */
export function afterNextFrame(work: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}
