/** Most pages are there sooner. */
const STILL_MS = 1_000;

/** Lets the blocks that the server has drawn shine, so that a fan on a slow network sees that something is coming. */
export function showWaiting(): void {
	setTimeout(() => document.querySelector('#first-paint')?.classList.add('is-waiting'), STILL_MS);
}
