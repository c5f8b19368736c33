/** Shows a person what arrived, latest first. */
import type { ServerResponse } from 'node:http';
import type { Received } from './emulator.ts';

const SHOWN_MAX = 200;

export function listPage(received: readonly Received[], response: ServerResponse): void {
	const rows = received
		.slice(-SHOWN_MAX)
		.toReversed()
		.map(({ device, text }) => `<li><b>device ${escaped(device)}</b> <code>${escaped(text)}</code></li>`);
	response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
	response.end(
		`<!doctype html><title>Push service</title><h1>${received.length} notifications</h1><ul>${rows.join('')}</ul>`,
	);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
