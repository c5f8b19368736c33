import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'lightstick-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function aFile(content: string): string {
	const file = join(mkdtempSync(join(folder, 'one-')), 'secret');
	writeFileSync(file, content);
	return file;
}

describe('a secret', () => {
	it.each([
		['DATABASE_URL', 'postgresql://site@localhost/lightstick', {}, 'databaseUrl'],
		[
			'MIGRATE_DATABASE_URL',
			'postgresql://owner@localhost/lightstick',
			{ DATABASE_URL: 'postgresql://site@localhost/lightstick' },
			'migrateDatabaseUrl',
		],
		['GOOGLE_CLIENT_SECRET', 'a secret of Google', { GOOGLE_CLIENT_ID: 'site' }, 'providers.google.clientSecret'],
		['LINE_CLIENT_SECRET', 'a secret of LINE', { LINE_CLIENT_ID: 'site' }, 'providers.line.clientSecret'],
		['STRIPE_SECRET_KEY', 'sk_live_1', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'payments.secretKey'],
		['STRIPE_WEBHOOK_SECRET', 'whsec_1', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'payments.webhookSecret'],
		[
			'MEDIA_S3_SECRET_ACCESS_KEY',
			'a secret of the bucket',
			{ MEDIA_S3_BUCKET: 'pictures', MEDIA_S3_ACCESS_KEY_ID: 'site' },
			'media.secretAccessKey',
		],
	])('%s comes from the file that %s_FILE names, without its line break', (name, value, others, place) => {
		const config = readConfig({ ...others, [`${name}_FILE`]: aFile(`${value}\n`) });
		expect(config).toHaveProperty(place, value);
	});

	it('is refused if it is given twice', () => {
		const env = { DATABASE_URL: 'postgresql://localhost/x', DATABASE_URL_FILE: aFile('postgresql://localhost/x') };
		expect(() => readConfig(env)).toThrow('DATABASE_URL and DATABASE_URL_FILE are both set');
	});

	it.each([
		['is not there', () => join(folder, 'none'), 'names a file that cannot be read (ENOENT)'],
		['is a folder', () => folder, 'must name a file of at most 16384 bytes'],
		['never ends', () => '/dev/zero', 'must name a file of at most 16384 bytes'],
		['is empty', () => aFile('\n'), 'names an empty file'],
	])('is refused if its file %s', (_what, path, words) => {
		expect(() => readConfig({ GOOGLE_CLIENT_ID: 'site', GOOGLE_CLIENT_SECRET_FILE: path() })).toThrow(
			`GOOGLE_CLIENT_SECRET_FILE ${words}`,
		);
	});

	it('is one line, and is never shown', () => {
		const env = { GOOGLE_CLIENT_ID: 'site', GOOGLE_CLIENT_SECRET_FILE: aFile('one hidden\nword of two lines\n') };
		expect(() => readConfig(env)).toThrow('The content of GOOGLE_CLIENT_SECRET_FILE must be a single line');
		expect(() => readConfig(env)).not.toThrow('hidden');
		expect(() => readConfig({ STRIPE_SECRET_KEY: ' hidden' })).toThrow('STRIPE_SECRET_KEY must be a single line');
		expect(() => readConfig({ STRIPE_SECRET_KEY: ' hidden' })).not.toThrow('hidden');
	});

	it('may be a link to a file, as orchestrators make them', () => {
		const file = join(folder, 'mounted');
		symlinkSync(aFile('a secret'), file);
		expect(readConfig({ LINE_CLIENT_ID: 'site', LINE_CLIENT_SECRET_FILE: file }).providers.line?.clientSecret).toBe(
			'a secret',
		);
	});
});
