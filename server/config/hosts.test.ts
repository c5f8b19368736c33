/** Tests how a connection string with several servers is split. */
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { describeDatabase, isPrivateConnection, addressesOf } from './database.ts';

describe('a connection string', () => {
	it.each([
		['of one server stays as it is', 'postgresql://me:pw@a:5433/db?x=1', ['postgresql://me:pw@a:5433/db?x=1']],
		[
			'with several servers gives one of each, with the same user, password, database and settings',
			'postgresql://me:p%40w@a:5433,b,[::1]:5434/db?sslmode=verify-full',
			[
				'postgresql://me:p%40w@a:5433/db?sslmode=verify-full',
				'postgresql://me:p%40w@b/db?sslmode=verify-full',
				'postgresql://me:p%40w@[::1]:5434/db?sslmode=verify-full',
			],
		],
		[
			'with several folders of sockets and a port for each gives one of each',
			'postgresql://me@localhost/db?host=/run/a,/run/b&port=5432,5433',
			[
				'postgresql://me@localhost/db?host=%2Frun%2Fa&port=5432',
				'postgresql://me@localhost/db?host=%2Frun%2Fb&port=5433',
			],
		],
		[
			'with one port for several servers gives it to each',
			'postgresql:///db?host=a,b&port=6000',
			['postgresql:///db?host=a&port=6000', 'postgresql:///db?host=b&port=6000'],
		],
	])('%s', (_name, url, addresses) => {
		expect(addressesOf(url)).toEqual(addresses);
	});

	it.each([
		['a server without a name', 'postgresql://me:secret@a,,b/db', 'a server between two commas has no name'],
		['a comma at the end', 'postgresql://me:secret@a,/db', 'a server between two commas has no name'],
		['a port alone', 'postgresql://me:secret@a,:5433/db', 'a server between two commas has no name'],
		['a port that is no number', 'postgresql://me:secret@a:5432,b:x/db', 'the name or the port of a server cannot'],
		['more ports than servers', 'postgresql://me:secret@/db?host=a,b&port=1,2,3', '2 servers and 3 ports'],
		['a wrong port in a list', 'postgresql://me:secret@/db?host=a,b&port=1,99999', 'a port is not a number'],
		['servers in both places', 'postgresql://me:secret@a,b/db?host=/run/a', 'keep one of them'],
	])('with %s is refused in a sentence that shows no password', (_name, url, words) => {
		for (const name of ['DATABASE_URL', 'DATABASE_POOL_URL']) {
			const env = { DATABASE_URL: 'postgresql://me@a/db', [name]: url };
			expect(() => readConfig(env)).toThrow(`- ${name} cannot be read: `);
			expect(() => readConfig(env)).toThrow(words);
			expect(() => readConfig(env)).not.toThrow('secret');
		}
	});

	it('is private only if the way to each of its servers is', () => {
		expect(isPrivateConnection('postgresql://me@localhost,127.0.0.1:5433/db')).toBe(true);
		expect(isPrivateConnection('postgresql://me@localhost,db.example/db')).toBe(false);
		expect(isPrivateConnection('postgresql://me@a.example,b.example/db?sslmode=verify-full')).toBe(true);
	});

	it('is described with all of its servers', () => {
		expect(describeDatabase('postgresql://me:secret@a:5433,b/db')).toBe('db at a:5433, b:5432');
	});
});
