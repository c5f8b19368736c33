/** Connections without a network: what goes in is given by hand, what comes out is kept. */
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';

export class Wire extends Duplex {
	readonly remoteAddress = '127.0.0.1';
	/** All that the server has written. */
	written = '';

	override _read(): void {
		// What comes is pushed as it comes.
	}

	override _write(chunk: Buffer, _encoding: string, done: () => void): void {
		this.written += chunk.toString('latin1');
		done();
	}

	/** Nothing here waits for a clock. */
	setTimeout(): this {
		return this;
	}

	/** Whether the server has ended it. */
	get endedByServer(): boolean {
		return this.destroyed || this.writableEnded;
	}
}

/** A wire whose other end the server holds. */
export function wireTo(server: Server): Wire {
	const wire = new Wire();
	server.emit('connection', wire);
	return wire;
}
