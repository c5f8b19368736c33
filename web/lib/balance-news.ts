/** The balance of this fan may have changed without this page: in another tab. */

let opened: BroadcastChannel | undefined;
/** One for both ways: what a page tells comes back on any other. */
const channel = () => (opened ??= new BroadcastChannel('balance'));

/** Tells the fan's other tabs. */
export const tellBalance = (): void => channel().postMessage(null);

/** Calls back when another tab has told. Returns a function that ends it. */
export function onBalanceNews(listener: () => void): () => void {
	channel().addEventListener('message', listener);
	return () => channel().removeEventListener('message', listener);
}
