import cookie from '@fastify/cookie';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { type ConsoleCookies, consoleCookies } from './routes.ts';

const sessionCookie = (publicUrl: string) =>
	cookieOf(publicUrl, (cookies, reply) => cookies.keepSession(reply, 'secret'));
const attemptCookie = (publicUrl: string) =>
	cookieOf(publicUrl, (cookies, reply) => cookies.keepAttempt(reply, 'a state', 'secret'));

/** The cookie that a browser gets from a site at this address. */
async function cookieOf(
	publicUrl: string,
	keep: (cookies: ConsoleCookies, reply: FastifyReply) => void,
): Promise<string> {
	const app = Fastify();
	await app.register(cookie);
	app.get('/', (_request, reply) => {
		keep(consoleCookies(publicUrl), reply);
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

it('on https no other host of the domain can give the browser a sign-in that it has not begun', async () => {
	expect(await attemptCookie('https://vote.example')).toMatch(
		/^__Host-console_sign_in_[\w-]{12}=secret; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
	);
});
