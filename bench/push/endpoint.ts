/** A push service in a process of its own that does nothing but count: each device's messages by its number. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const counts = new Uint8Array(1_000_000);

const server = createServer((request, response) => {
	const device = Number(request.url?.split('/').at(-1));
	request.resume().on('end', () => {
		counts[device] = (counts[device] ?? 0) + 1;
		response.writeHead(201).end();
	});
});
server.listen(0, '127.0.0.1', () => {
	process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

// Any message asks for the sums, which begin again at zero.
process.on('message', () => {
	const sums = { once: 0, more: 0 };
	for (const count of counts) {
		if (count === 1) sums.once += 1;
		if (count > 1) sums.more += 1;
	}
	counts.fill(0);
	process.send?.(sums);
});
process.on('disconnect', () => process.exit());
