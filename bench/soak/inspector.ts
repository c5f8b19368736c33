/** Looks into a running server through Node's own inspector, so that the server needs nothing for it. */

export interface Inspector {
	/** Memory (bytes) and open resources, after a full garbage collection. */
	look(): Promise<Inside>;
	close(): void;
}

export interface Inside {
	rss: number;
	heap: number;
	/** Memory of buffers, outside of the heap. */
	external: number;
	/** Sockets, servers, timers and requests that keep the process alive. */
	resources: number;
}

interface Message {
	id: number;
	result: { result?: { value: string } };
}

const LOOK = `JSON.stringify((({ rss, heapUsed, external }) =>
	({ rss, heap: heapUsed, external, resources: process.getActiveResourcesInfo().length }))(process.memoryUsage()))`;

/** `port`: of a process that was started with `--inspect`. */
export async function openInspector(port: number): Promise<Inspector> {
	const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
	const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
	if (!target) throw new Error('The process has no inspector');
	const socket = new WebSocket(target.webSocketDebuggerUrl);
	const waiting = new Map<number, (message: Message) => void>();
	socket.addEventListener('message', ({ data }) => {
		const message = JSON.parse(String(data)) as Message;
		waiting.get(message.id)?.(message);
		waiting.delete(message.id);
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve);
		socket.addEventListener('error', reject);
	});
	let sent = 0;

	function call(method: string, params: object = {}): Promise<Message> {
		sent += 1;
		const id = sent;
		socket.send(JSON.stringify({ id, method, params }));
		return new Promise((resolve) => void waiting.set(id, resolve));
	}

	return {
		async look() {
			await call('HeapProfiler.collectGarbage');
			const { result } = await call('Runtime.evaluate', { expression: LOOK, returnByValue: true });
			return JSON.parse(result.result?.value ?? '{}') as Inside;
		},
		close: () => socket.close(),
	};
}
