/** Registers the service worker, or removes it if operators have switched it off. */
import { SERVICE_WORKER_META, SERVICE_WORKER_PATH, WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';

export function registerWorker(): void {
	if (!('serviceWorker' in navigator)) return;
	// The development server's page names no worker and has none to remove.
	const isOn = document.querySelector(`meta[name="${SERVICE_WORKER_META}"]`) !== null;
	const change = isOn
		? navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })
		: removeWorker();
	change.catch((error: unknown) => console.warn('The service worker could not be changed:', error));
}

async function removeWorker(): Promise<void> {
	const registrations = await navigator.serviceWorker.getRegistrations();
	if (registrations.length === 0) return;
	await Promise.all(registrations.map((registration) => registration.unregister()));
	const names = (await caches.keys()).filter((name) => name.startsWith(WORKER_CACHE_PREFIX));
	await Promise.all(names.map((name) => caches.delete(name)));
}
