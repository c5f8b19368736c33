/** The balance of this fan may have changed without this page: in another tab. */

let opened: BroadcastChannel | undefined;

/** One for both ways: what a page tells comes back on any other. Undefined where storage is forbidden: nobody is told. */
function channel(): BroadcastChannel | undefined {
	try {
		return (opened ??= new BroadcastChannel('balance'));
	} catch {
		return undefined;
	}
}

export const tellBalance = (): void => channel()?.postMessage(null);

export function onBalanceNews(listener: () => void): () => void {
	const news = channel();
	news?.addEventListener('message', listener);
	return () => news?.removeEventListener('message', listener);
}
