/** Fetches a picture from an untrusted address, and nothing else. */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { within } from '#server/kernel/within.ts';
import { PrivateAddress, publicLookup } from './public-address.ts';

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 2 * 1024 * 1024;

/** A retry would not help. Other failures may succeed later. */
export class RefusedPicture extends Error {}

export interface PictureSource {
	domains: readonly string[];
	/** Origin of the emulated provider on this machine, which may use plain http and loopback addresses. */
	loopbackOrigin: string | null;
}

/** @throws {RefusedPicture} */
export async function fetchPicture(
	pictureUrl: string,
	source: PictureSource,
	{ timeoutMs = TIMEOUT_MS, lookup = publicLookup }: { timeoutMs?: number; lookup?: LookupFunction } = {},
): Promise<Buffer> {
	const url = URL.canParse(pictureUrl) ? new URL(pictureUrl) : null;
	if (!url || !mayServe(url, source)) throw new RefusedPicture('The address is not one of the provider’s pictures');
	const ownLookup = url.origin === source.loopbackOrigin ? undefined : lookup;
	return within((signal) => readFrom(url, ownLookup, signal), timeoutMs);
}

async function readFrom(url: URL, lookup: LookupFunction | undefined, signal: AbortSignal): Promise<Buffer> {
	const response = await send(url, lookup, signal);
	// Refuse redirects: they lead to an unchecked address.
	if (response.statusCode !== 200) {
		response.destroy();
		const message = `The provider answered ${response.statusCode}`;
		throw (response.statusCode ?? 0) >= 500 ? new Error(message) : new RefusedPicture(message);
	}
	return readUpTo(response, BYTES_MAX);
}

export function mayServe(url: URL, { domains, loopbackOrigin }: PictureSource): boolean {
	if (url.username || url.password) return false;
	if (url.origin === loopbackOrigin) return true;
	if (url.protocol !== 'https:' || url.port) return false;
	return domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
}

function send(url: URL, lookup: LookupFunction | undefined, signal: AbortSignal): Promise<IncomingMessage> {
	const request = url.protocol === 'https:' ? requestHttps : requestHttp;
	return new Promise((resolve, reject) => {
		request(url, { lookup, agent: false, signal }, resolve)
			.on('error', (error) => {
				const hidden = error instanceof PrivateAddress;
				reject(hidden ? new RefusedPicture(error.message) : error);
			})
			.end();
	});
}

async function readUpTo(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of response as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > bytesMax) {
			response.destroy();
			throw new RefusedPicture(`The picture has more than ${bytesMax} bytes`);
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
