import { expect, it } from 'vitest';
import { makePushKeys } from '../../scripts/lib/push-keys.ts';
import { readConfig } from './config.ts';

const keys = makePushKeys();

it('takes a key and computes its public half, and sends nothing without', () => {
	expect(readConfig({ PORT: '3000' }).push).toBeNull();
	expect(readConfig({ PORT: '3000', ...keys }).push).toMatchObject({
		publicKey: expect.stringMatching(/^[\w-]{87}$/),
		subject: 'mailto:nobody@localhost',
		emulatorOrigin: null,
	});
});

it.each([
	['what is no key', { VAPID_PRIVATE_KEY: 'b' }, /VAPID_PRIVATE_KEY is no key/],
	['a number that is too large', { VAPID_PRIVATE_KEY: '_'.repeat(43) }, /VAPID_PRIVATE_KEY is no key/],
	['an emulator elsewhere', { ...keys, PUSH_EMULATOR: 'http://10.0.0.1' }, /must be on this machine/],
])('refuses %s', (_, env, fault) => {
	expect(() => readConfig({ PORT: '3000', ...env })).toThrow(fault);
});

it('refuses the emulator on a public site', () => {
	const env = { PUBLIC_URL: 'https://vote.example', TRUST_PROXY: 'none', ...keys };
	expect(() => readConfig({ ...env, PUSH_EMULATOR: 'http://127.0.0.1:4340' })).toThrow(
		/PUSH_EMULATOR names an emulator/,
	);
	expect(readConfig(env).push?.subject).toBe('https://vote.example');
});
