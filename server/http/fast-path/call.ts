/** A plain POST of JSON. */
import { isUtf8 } from 'node:buffer';
import type { Head } from './head.ts';

export interface QuickCall {
	path: string;
	headers: Head['headers'];
	body: unknown;
}

const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

/** Null for what is none, and for JSON that the framework has to refuse. */
export function readCall({ method, path, headers, bodyAt }: Head, chunk: Buffer): QuickCall | null {
	if (method !== 'POST' || headers.host === undefined || !JSON_TYPE.test(headers['content-type'] ?? '')) return null;
	const bytes = chunk.subarray(bodyAt);
	// The framework refuses what is not UTF-8; here it would become other text.
	const body = isUtf8(bytes) ? readJson(bytes.toString('utf8')) : undefined;
	return body === undefined ? null : { path, headers, body };
}

/** Undefined where it is no JSON, or might poison a prototype: the framework says how it is refused. */
function readJson(text: string): unknown {
	if (/__proto__|constructor|\\/.test(text)) return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
