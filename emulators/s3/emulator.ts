/** The slice of S3 that pictures need, with every signature checked: put, get, delete and list, one bucket, in memory. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusalOf, type Keys } from './signature.ts';

export interface S3EmulatorOptions extends Keys {
	bucket: string;
	/** Keys in one page of a list. */
	pageSize?: number;
}

export interface RunningS3 {
	origin: string;
	/** Stored objects by key. */
	objects: Map<string, StoredObject>;
	/** Number of requests received. */
	requests: number;
	/** Number of 500 responses to send before the next success. */
	failures: number;
	close(): Promise<void>;
}

export interface StoredObject {
	bytes: Buffer;
	type: string;
	cacheControl: string;
}

export async function startS3Emulator(options: S3EmulatorOptions): Promise<RunningS3> {
	const running: RunningS3 = {
		origin: '',
		objects: new Map(),
		requests: 0,
		failures: 0,
		close: () => Promise.resolve(),
	};
	const server = createServer((request, response) => void answer(running, options, request, response));
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	running.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	running.close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => void server.close(resolve));
	};
	return running;
}

async function answer(
	running: RunningS3,
	options: S3EmulatorOptions,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { method = 'GET', url = '/', headers } = request;
	const body = Buffer.concat((await request.toArray()) as Buffer[]);
	running.requests += 1;
	if (running.failures > 0) {
		running.failures -= 1;
		return refuse(response, 503, 'SlowDown');
	}
	const refusal = refusalOf({ method, url, headers, body }, options, Date.now());
	if (refusal !== null) return refuse(response, 403, refusal);
	const { pathname, searchParams } = new URL(url, running.origin);
	const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
	if (bucket !== options.bucket) return refuse(response, 404, 'NoSuchBucket');
	const key = rest.join('/');
	if (key === '') return list(running, options, searchParams, response);
	if (method === 'PUT') {
		const { 'content-type': type = '', 'cache-control': cacheControl = '' } = headers;
		running.objects.set(key, { bytes: body, type, cacheControl });
		response.writeHead(200).end();
	} else if (method === 'DELETE') {
		running.objects.delete(key);
		response.writeHead(204).end();
	} else {
		const found = running.objects.get(key);
		if (!found) return refuse(response, 404, 'NoSuchKey');
		response.writeHead(200, { 'content-type': found.type, 'cache-control': found.cacheControl }).end(found.bytes);
	}
}

function list(
	{ objects }: RunningS3,
	{ pageSize = 1_000 }: S3EmulatorOptions,
	query: URLSearchParams,
	response: ServerResponse,
): void {
	const after = query.get('continuation-token')?.replace(/^after&/, '') ?? '';
	const prefix = query.get('prefix') ?? '';
	const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
	const page = keys.slice(0, pageSize);
	// A token that XML has to escape: clients must read it as XML.
	const next =
		keys.length > page.length ? `<NextContinuationToken>after&amp;${page.at(-1)}</NextContinuationToken>` : '';
	const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
	response
		.writeHead(200, { 'content-type': 'application/xml' })
		.end(`<?xml version="1.0"?><ListBucketResult>${contents}${next}</ListBucketResult>`);
}

function refuse(response: ServerResponse, status: number, code: string): void {
	response
		.writeHead(status, { 'content-type': 'application/xml' })
		.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
