/** Keys of the vote log, and the pseudonyms of fans. */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import { openNote } from '#public-log/format/note.ts';
import { StartRefused } from '#server/config/refused.ts';
import { openLogKeys, rotateKeptKey } from './keys.ts';
import { openVoterSecrets, pseudonymOf } from './fans/voters.ts';

const folder = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-keys-')));

const voteLog = { receipts: 'vote.example/receipts', policy: null, keys: null };
const openKept = () => openLogKeys({ voteLog, dataFolder: folder.path });

describe('keys', () => {
	it('are made once, for their owner alone, by whichever process is first', async () => {
		const opened = await Promise.all(Array.from({ length: 5 }, openKept));
		expect(new Set(opened.map(({ masterKey }) => masterKey.toString('hex'))).size).toBe(1);
		expect((await stat(join(folder.path, 'keys/vote-log.json'))).mode & 0o777).toBe(0o600);
	});

	it('sign notes that their public key verifies, under the name of the log only', async () => {
		const keys = await openKept();
		const { key, sign } = keys.signer('vote.example/log/a', null);
		const note = utf8(sign('a text\n'));
		expect((await openNote(note, key))?.text).toBe('a text\n');
		expect(await openNote(note, keys.signer('vote.example/log/b', null).key)).toBeNull();
		expect(sign('a text\n')).toBe(sign('a text\n'));
	});

	it('are rotated: new logs take the new one, and older logs keep theirs', async () => {
		const before = (await openKept()).signer('vote.example/log/a', null).key;
		const file = join(folder.path, 'keys/vote-log.json');
		for (const _ of [1, 2]) await rotateKeptKey(file);
		const keys = await openKept();
		expect(keys.signer('vote.example/log/a', null).key.id).not.toBe(before.id);
		expect(keys.signer('vote.example/log/a', before.publicKey).key).toEqual(before);
		expect(() => keys.signer('vote.example/log/a', randomBytes(32))).toThrow(StartRefused);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		await expect(rotateKeptKey(join(folder.path, 'elsewhere.json'))).rejects.toThrow('has not been started yet');
	});

	it('that are given are used, and a damaged file is refused by its name', async () => {
		const given = { masterKey: randomBytes(32), signingKey: randomBytes(32), oldSigningKeys: [] };
		const opened = await openLogKeys({ voteLog: { ...voteLog, keys: given }, dataFolder: '/nowhere' });
		expect(opened.masterKey).toBe(given.masterKey);
		const file = join(folder.path, 'keys/vote-log.json');
		const before = await readFile(file, 'utf8');
		await writeFile(file, '{"masterKey":"AAAA"}');
		await expect(openKept()).rejects.toThrow('vote-log.json: the keys of the vote log');
		await writeFile(file, before);
	});
});

describe('a pseudonym', () => {
	const secret = randomBytes(32).toString('latin1');

	it('is the beginning of an HMAC, whatever its last bits are', () => {
		for (let n = 0; n < 100; n += 1) {
			const hmac = createHmac('sha256', Buffer.from(secret, 'latin1')).update(`fv-voter-v1\nmonthly-${n}\n-`);
			expect(pseudonymOf(secret, `monthly-${n}`)).toBe(hmac.digest().subarray(0, 16).toString('base64url'));
		}
	});

	it('needs the master key', () => {
		const secrets = openVoterSecrets(randomBytes(32));
		const sealed = secrets.make();
		expect(secrets.read(sealed)).toHaveLength(32);
		expect(sealed).toHaveLength(60);
		expect(() => openVoterSecrets(randomBytes(32)).read(sealed)).toThrow();
		sealed[20] = (sealed[20] ?? 0) ^ 1;
		expect(() => secrets.read(sealed)).toThrow();
	});
});
