/** Sends requests over connections that stay open, as a browser does: the front answers some, Node's server the rest. */
import { Agent, request as open } from 'node:http';
import type { FuzzAnswer } from './judge.ts';
import type { FuzzRequest } from './requests.ts';

export interface Sender {
	send(request: FuzzRequest, headers: Record<string, string>): Promise<FuzzAnswer>;
	close(): void;
}

export function openSender(port: number, connections: number): Sender {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	return {
		send: ({ method, path, headers, body }, proof) =>
			new Promise((resolve) => {
				const bytes = body === undefined ? undefined : Buffer.from(body);
				const length = bytes ? { 'content-length': String(bytes.length) } : {};
				const asked = open(
					{
						...{ agent, host: '127.0.0.1', port, method },
						path: `/api/v1${path}`,
						headers: { ...headers, ...proof, ...length },
					},
					(response) => {
						const type = response.headers['content-type'] ?? '';
						const status = response.statusCode ?? 0;
						// A stream has no end of its own.
						if (type.startsWith('text/event-stream')) {
							response.destroy();
							resolve({ status, type, text: '' });
							return;
						}
						const chunks: Buffer[] = [];
						response.on('data', (chunk: Buffer) => chunks.push(chunk));
						response.on('end', () => resolve({ status, type, text: Buffer.concat(chunks).toString() }));
					},
				);
				asked.on('error', (error) => resolve({ status: 0, type: '', text: error.message }));
				asked.end(bytes);
			}),
		close: () => agent.destroy(),
	};
}
