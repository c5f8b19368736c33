import cookie from '@fastify/cookie';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { attemptCookies } from '#server/accounts/sign-on/attempts.ts';
import { consoleCookies } from './routes.ts';

const sessionCookie = (publicUrl: string) =>
	cookieOf((reply) => consoleCookies(publicUrl).keepSession(reply, 'secret'));
const attemptCookie = (publicUrl: string) =>
	cookieOf((reply) => attemptCookies(publicUrl, 'console_sign_in').keep(reply, 'a state', 'secret'));

/** The cookie that a browser gets. */
async function cookieOf(keep: (reply: FastifyReply) => void): Promise<string> {
	const app = Fastify();
	await app.register(cookie);
	app.get('/', (_request, reply) => {
		keep(reply);
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
		/^__Host-console_sign_in_[\w-]{12}=secret; Max-Age=660; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
	);
});
