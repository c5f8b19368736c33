/** A database of one's own: a copy of the template, with its clock in the test's hand. */
import { inject } from 'vitest';
import { OF_JOBS } from '#server/db/patience.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { execute, withDatabase } from './server.ts';

/** Of tests that set a stage: hundreds of people come in at once, on a busy machine. */
export const OF_TESTS = { ...OF_JOBS, connectMs: 120_000, lockMs: 60_000 };

export interface TestDatabase {
	url: string;
	/** As the application's role. */
	db: Database;
	/** As the owner: may change anything. */
	owner: Database;
	clock: Clock;
	drop(): Promise<void>;
}

export interface Clock {
	/** Stops the database's clock at an instant. */
	set(at: Date): Promise<void>;
	/** Lets it run again. */
	run(): Promise<void>;
}

let copies = 0;

export async function copyDatabase(): Promise<TestDatabase> {
	const templateUrl = inject('templateUrl');
	const template = new URL(templateUrl).pathname.slice(1);
	copies += 1;
	const name = `${template}_${process.pid}_${copies}`;
	const url = withDatabase(templateUrl, name);
	await execute(withDatabase(templateUrl, 'postgres'), `create database ${name} template ${template}`);
	const db = openDatabase(url);
	const owner = openDatabase(url, { role: null, max: 2, patience: OF_TESTS });
	return {
		url,
		db,
		owner,
		clock: clockOf(owner),
		async drop() {
			await Promise.all([db.close(), owner.close()]);
			await execute(withDatabase(templateUrl, 'postgres'), `drop database if exists ${name} with (force)`);
		},
	};
}

function clockOf(owner: Database): Clock {
	return {
		async set(at) {
			await owner.transaction(async (tx) => {
				await tx.query({ text: 'delete from test_clock' });
				await tx.query({ text: 'insert into test_clock values ($1)', values: [at] });
			});
		},
		async run() {
			await owner.query({ text: 'delete from test_clock' });
		},
	};
}
