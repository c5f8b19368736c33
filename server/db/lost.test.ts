import { expect, it } from 'vitest';
import { isDatabaseLost, isDatabaseUnable } from './lost.ts';
import { openDatabase } from './pool.ts';

it('a database that is away is told from a statement that is wrong', async () => {
	const away = openDatabase('postgresql://nobody@127.0.0.1:1/nothing');
	const error = await away.query({ text: 'select 1' }).catch((fault: unknown) => fault);
	expect(isDatabaseLost(error)).toBe(true);
	await away.close();
	const postgres = (code: string) => Object.assign(new Error('as the server said'), { code, severity: 'FATAL' });
	expect(['57P01', '57P03', '08006'].map((code) => isDatabaseLost(postgres(code)))).toEqual([true, true, true]);
	expect(isDatabaseLost(new Error('Connection terminated unexpectedly'))).toBe(true);
	const noFile = Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' });
	const others = [postgres('23505'), postgres('42601'), new Error('other'), noFile, null];
	expect(others.filter(isDatabaseLost)).toEqual([]);
});

it.each([
	...['EAI_AGAIN', 'EAI_NODATA', 'ENOTFOUND'].map((code) => ({ code, syscall: 'getaddrinfo' })),
	...['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNREFUSED'].map((code) => ({ code, syscall: 'connect' })),
	...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'EPROTO'].map((code) => ({ code })),
	...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map((code) => ({ code })),
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'].map((code) => ({ code })),
	{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
])('a server that cannot be found, reached or trusted is away: %j', (said) => {
	expect(isDatabaseLost(Object.assign(new Error('as Node says'), said))).toBe(true);
});

it('transactions that wait for each other in a circle may be tried again', () => {
	const circle = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' });
	expect([isDatabaseUnable(circle), isDatabaseLost(circle)]).toEqual([true, false]);
});
