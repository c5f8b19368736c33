/** A running site on a database of its own. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { copyDatabase, type TestDatabase } from './database.ts';

export interface Site extends TestDatabase {
	app: FastifyInstance;
	config: Config;
	/** Asks the API without a socket. */
	ask(request: Ask): Promise<Answer>;
	close(): Promise<void>;
}

export interface Ask {
	method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Below `/api/v1`. */
	path: string;
	token?: string;
	body?: unknown;
	headers?: Record<string, string>;
}

export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	// What a test looks into; each says by its own expectations what it should be.
	body: { code: number; message: string; error?: string; data: never } & Record<string, never>;
	text: string;
}

export interface SiteOptions {
	env?: Record<string, string>;
	/** Changes the configuration after it was read. */
	configure?: (config: Config) => Config;
	database?: TestDatabase;
	/** Is given each line of the log. */
	onLog?: (line: string) => void;
}

export async function openSite({
	env = {},
	configure = (config) => config,
	database,
	onLog,
}: SiteOptions = {}): Promise<Site> {
	const owned = database ?? (await copyDatabase());
	const config = configure(
		readConfig({
			PUBLIC_URL: 'http://localhost:3000',
			LIGHTSTICK_DATA: '.cache/test-data',
			// The HTTP tests run with and without the fast path.
			HTTP_FAST_PATH: process.env.HTTP_FAST_PATH || 'on',
			...env,
		}),
	);
	const app = await buildApp({
		...{ config, db: owned.db, logLevel: onLog ? 'info' : process.env.TEST_LOG_LEVEL || false },
		...(onLog ? { logTo: { write: onLog } } : {}),
	});
	await app.ready();
	return {
		...owned,
		app,
		config,
		ask: (request) => ask(app, request),
		async close() {
			await app.close();
			if (!database) await owned.drop();
		},
	};
}

/** What a call answered, held against the contract. */
export function dataOf<E extends Endpoint>(endpoint: E, answer: { body: { data: unknown } }): ReplyOf<E> {
	return z.parse(endpoint.reply, answer.body.data) as ReplyOf<E>;
}

async function ask(app: FastifyInstance, { method, path, token, body, headers = {} }: Ask): Promise<Answer> {
	const response = await app.inject({
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		url: `/api/v1${path}`,
		headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
		...(body === undefined ? {} : { payload: body as object }),
	});
	const isJson = String(response.headers['content-type']).includes('json');
	return {
		status: response.statusCode,
		headers: response.headers,
		body: (isJson ? response.json() : {}) as Answer['body'],
		text: response.body,
	};
}
