/** One request to a push service. Its answer's body is of no use and is thrown away. */
import { request as requestHttp, type Agent } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface PushAnswer {
	status: number;
	/** Seconds; null if the service names none. */
	retryAfterS: number | null;
}

export interface PushRequest {
	headers: Record<string, string>;
	body: Uint8Array;
	timeoutMs: number;
	agent: Agent;
}

/** Redirects are not followed. Rejects when no answer arrives in time. */
export function post(url: URL, { headers, body, timeoutMs, agent }: PushRequest): Promise<PushAnswer> {
	const request = url.protocol === 'https:' ? requestHttps : requestHttp;
	return new Promise((resolve, reject) => {
		const sending = request(url, {
			method: 'POST',
			agent,
			headers: {
				...headers,
				'content-encoding': 'aes128gcm',
				'content-type': 'application/octet-stream',
				'content-length': body.byteLength,
			},
		});
		const timer = setTimeout(() => sending.destroy(new Error('The push service does not answer')), timeoutMs);
		sending.on('error', (error) => {
			clearTimeout(timer);
			reject(error);
		});
		sending.on('response', (response) => {
			response.on('error', reject);
			response.on('end', () => {
				clearTimeout(timer);
				resolve({ status: response.statusCode ?? 0, retryAfterS: secondsIn(response.headers['retry-after']) });
			});
			response.resume();
		});
		sending.end(body);
	});
}

/** Reads Retry-After: seconds, or a date. */
function secondsIn(value: string | undefined): number | null {
	if (value === undefined) return null;
	const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
	return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
