/** Once per run: a database server, and a migrated template from which every test file gets a copy of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Address of the owner's connection to the template; other databases differ in the name only. */
		templateUrl: string;
	}
}

export const CLOCK_BY_HAND = `
	create table test_clock (at timestamptz not null);
	grant select on test_clock to lightstick_app;
	create or replace function lightstick_now() returns timestamptz language sql volatile
		return coalesce((select at from test_clock), clock_timestamp());`;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { url, stop } = await findServer();
	const template = `lightstick_template_${process.pid}_${project.name}`;
	const templateUrl = withDatabase(url, template);
	await execute(url, `create database ${template}`);
	await migrate(templateUrl);
	await execute(templateUrl, CLOCK_BY_HAND);
	project.provide('templateUrl', templateUrl);
	return async () => {
		await execute(url, `drop database if exists ${template} with (force)`);
		await stop();
	};
}

/** DATABASE_URL where the suite is to run on a server of its own; else an embedded one, thrown away afterwards. */
async function findServer(): Promise<{ url: string; stop: () => Promise<void> }> {
	const given = process.env.DATABASE_URL;
	if (given) return { url: given, stop: async () => undefined };
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-test-'));
	const embedded = await startEmbedded({ folder, durable: false, settings: { max_connections: '300' } });
	return {
		url: embedded.url,
		stop: async () => {
			await embedded.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

export function withDatabase(url: string, database: string): string {
	const address = new URL(url);
	address.pathname = `/${database}`;
	return address.href;
}

export async function execute(url: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}
