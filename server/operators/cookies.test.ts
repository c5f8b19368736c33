import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { consoleCookies } from './cookies.ts';

/** The cookie that a browser gets from a site at this address. */
async function sessionCookie(publicUrl: string): Promise<string> {
	const app = Fastify();
	await app.register(cookie);
	app.get('/', (_request, reply) => {
		consoleCookies(publicUrl).keepSession(reply, 'secret');
		return reply.send('');
	});
	const { headers } = await app.inject('/');
	return String(headers['set-cookie']);
}

it('on https the session belongs to this host alone, and never to a script or another site', async () => {
	expect(await sessionCookie('https://vote.example')).toBe(
		'__Host-lightstick-console=secret; Path=/; HttpOnly; Secure; SameSite=Strict',
	);
});

it('on plain http of this machine it goes without what browsers would refuse', async () => {
	expect(await sessionCookie('http://localhost:3000')).toBe(
		'lightstick-console=secret; Path=/; HttpOnly; SameSite=Strict',
	);
});
