import { expect, it } from 'vitest';
import { makePushKeys } from '../../scripts/lib/push-keys.ts';
import { readConfig } from './config.ts';

const keys = makePushKeys();

it('takes a pair of keys, and sends nothing without', () => {
	expect(readConfig({ PORT: '3000' }).push).toBeNull();
	expect(readConfig({ PORT: '3000', ...keys }).push).toMatchObject({
		publicKey: keys.VAPID_PUBLIC_KEY,
		subject: 'mailto:nobody@localhost',
		emulatorOrigin: null,
	});
});

it.each([
	['half a pair', { VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY }, /go together/],
	['keys of two pairs', { ...keys, VAPID_PRIVATE_KEY: makePushKeys().VAPID_PRIVATE_KEY }, /are no pair/],
	['what is no key', { VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'b' }, /are no pair/],
	['a subject that leads nowhere', { ...keys, VAPID_SUBJECT: 'me' }, /VAPID_SUBJECT must begin/],
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
