/** The balance of this fan may have changed without this page: in another tab, or while the page was put away. */

let opened: BroadcastChannel | undefined;
/** One for both ways: what a page tells comes back on any other. */
const channel = () => (opened ??= new BroadcastChannel('balance'));

/** Tells the fan's other tabs. */
export const tellBalance = (): void => channel().postMessage(null);

/** Calls back when another tab has told, or when Back shows a page as it was left. Returns a function that ends it. */
export function onBalanceNews(listener: () => void): () => void {
	const returned = ({ persisted }: PageTransitionEvent) => persisted && listener();
	channel().addEventListener('message', listener);
	window.addEventListener('pageshow', returned);
	return () => {
		channel().removeEventListener('message', listener);
		window.removeEventListener('pageshow', returned);
	};
}
