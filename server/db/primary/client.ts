/** The driver's client, which connects to the primary wherever that is. With a single server it is the driver's own. */
import { callbackify } from 'node:util';
import pg from 'pg';
import { NotPrimary } from '../lost.ts';
import type { Server, Primary } from './primary.ts';

export interface PrimaryConfig extends pg.ClientConfig {
	/** Null: the one server of the connection string. */
	primary?: Primary | null;
}

/** read_only_sql_transaction: the server has become one that only reads. */
const READ_ONLY = '25006';

type Connected = (error: Error | null, client?: pg.Client) => void;

export class PrimaryClient extends pg.Client {
	readonly #primary: Primary | null;
	#server: Server | null = null;

	constructor(config: PrimaryConfig) {
		super(config);
		this.#primary = config.primary ?? null;
		// A pool would go on using the connection. The event comes before the statement's own error.
		this.connection.on('errorMessage', ({ code }) => {
			if (code !== READ_ONLY) return;
			this.giveUpServer();
			setImmediate(() => this.#cut());
		});
	}

	/** Has the next connection look for the primary again. */
	giveUpServer(): void {
		if (this.#server) this.#primary?.forget(this.#server);
	}

	override connect(): Promise<pg.Client>;
	override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
	override connect(callback?: unknown): Promise<pg.Client> | void {
		if (typeof callback === 'function') return this.#find(callback as Connected);
		return new Promise((resolve, reject) => {
			this.#find((error) => (error ? reject(error) : resolve(this)));
		});
	}

	#find(callback: Connected): void {
		if (!this.#primary) return super.connect(callback);
		callbackify(this.#primary.find)((error: Error | null, server) => {
			if (error) callback(error);
			// The pool has given this client up while the servers were asked.
			else if (this.connection.stream.destroyed) callback(new Error('timeout expired'));
			else this.#connectTo(server, callback);
		});
	}

	#connectTo(server: Server, callback: Connected): void {
		this.#server = server;
		this.host = server.host;
		this.port = server.port;
		super.connect((error: Error | null) => {
			if (!error) {
				this.#leaveWithPrimary(server);
				return callback(null, this);
			}
			this.giveUpServer();
			callback(new NotPrimary(`${server.host} was the primary and does not answer`, { cause: error }));
		});
	}

	/** A server that is silent would keep its connections waiting until their timeouts: all leave when one finds another. */
	#leaveWithPrimary(server: Server): void {
		const leave = this.#primary?.onMoved(server, () => this.#cut());
		if (leave) this.once('end', leave);
	}

	#cut(): void {
		this.connection.stream.destroy();
	}
}
