/** Nothing depends on the device's storage: if it is full, forbidden, broken or silent, the network answers. */

/** A store that has said nothing for so long is taken for a broken one. */
export const PATIENCE_MS = 1_000;

export async function tryRead<Found>(read: () => Promise<Found>): Promise<Found | null> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const silence = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
	try {
		return await Promise.race([read(), silence]);
	} catch (error) {
		console.warn('The stored copy cannot be read:', error);
		return null;
	} finally {
		clearTimeout(timer);
	}
}

/** The server's answer is handed over first, and stored afterwards. */
export async function fetchAndStore(
	request: Request,
	waitUntil: WaitUntil,
	store: (copy: Response) => Promise<unknown>,
	isStorable = ({ status }: Response) => status === 200,
): Promise<Response> {
	const response = await fetch(request);
	if (isStorable(response)) {
		const copy = response.clone();
		const tell = (error: unknown) => console.warn('Nothing can be stored on this device:', error);
		waitUntil(store(copy).catch(tell));
	}
	return response;
}

export type WaitUntil = (work: Promise<unknown>) => void;
