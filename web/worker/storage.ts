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

export async function tryStore(store: () => Promise<unknown>): Promise<void> {
	try {
		await store();
	} catch (error) {
		console.warn('Nothing can be stored on this device:', error);
	}
}

export type WaitUntil = (work: Promise<unknown>) => void;
