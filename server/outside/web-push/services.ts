/** The push services of the browsers. A subscription names its address freely, so only these are ever called. */

const HOSTS = new Set([
	// Chrome, Edge on Android, Samsung Internet, Opera.
	'fcm.googleapis.com',
	'jmt17.google.com',
	'updates.push.services.mozilla.com',
	'web.push.apple.com',
]);
/** Services whose host names are many. */
const DOMAINS = ['.notify.windows.com', '.push.services.mozilla.com', '.push.apple.com'];

/** @param emulatorOrigin origin of a push service on this machine, which alone may use plain http */
export function isPushService(endpoint: string, emulatorOrigin: string | null): boolean {
	if (!URL.canParse(endpoint)) return false;
	const { protocol, origin, hostname, port, username, password } = new URL(endpoint);
	if (username !== '' || password !== '') return false;
	if (emulatorOrigin !== null && origin === emulatorOrigin) return true;
	if (protocol !== 'https:' || port !== '') return false;
	return HOSTS.has(hostname) || DOMAINS.some((domain) => hostname.endsWith(domain));
}
