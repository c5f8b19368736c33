import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { consoleCookies } from './routes.ts';

it('on https the session belongs to this host alone, and never to a script or another site', async () => {
	const app = Fastify();
	await app.register(cookie);
	app.get('/', (_request, reply) => {
		consoleCookies('https://vote.example').keepSession(reply, 'secret');
		return reply.send('');
	});
	expect((await app.inject('/')).headers['set-cookie']).toBe(
		'__Host-lightstick-console=secret; Path=/; HttpOnly; Secure; SameSite=Strict',
	);
});
