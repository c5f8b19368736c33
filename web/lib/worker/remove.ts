import { WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';

export async function removeWorker(): Promise<void> {
	const registrations = await navigator.serviceWorker.getRegistrations();
	if (registrations.length === 0) return;
	await Promise.all(registrations.map((registration) => registration.unregister()));
	const names = (await caches.keys()).filter((name) => name.startsWith(WORKER_CACHE_PREFIX));
	await Promise.all(names.map((name) => caches.delete(name)));
}
