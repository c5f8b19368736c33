import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSignIn as beginCall } from '#contract/operator/operators/session.ts';
import { API_BASE } from '#contract/values/constants.ts';
import { isLoopback, type Config } from '#server/config/config.ts';
import { forgedReturns } from '#server/accounts/sign-on/sign-on.ts';
import { sendOn, SignInDeclined } from '#server/accounts/sign-on/identity-provider.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { serve } from '#server/http/serve.ts';
import type { ConsoleDeps } from '#server/http/console/serve.ts';
import { beginSignIn, finishSignIn, type OperatorSignIn } from './sign-in.ts';
import { hashSecret } from '#server/kernel/caller.ts';
import { ATTEMPT_MINUTES } from './sql.ts';

const CALLBACK_PATH = `${API_BASE}/console/login/callback/google`;
const CONSOLE_PATH = '/console';

interface SignInDeps extends ConsoleDeps, OperatorSignIn {
	cookies: ConsoleCookies;
	config: Pick<Config, 'consoleUrl' | 'limits'>;
}

export function operatorSignInRoutes(deps: SignInDeps): void {
	const { app, cookies, config } = deps;
	const forged = forgedReturns(config.limits.forgedSignInsPerMinute);

	serve(app, beginCall, async ({ query, request, reply }) => {
		const redirectUri = originOf(request, config.consoleUrl) + CALLBACK_PATH;
		const returnTo = query.return_to ?? CONSOLE_PATH;
		const begun = await beginSignIn(deps, { redirectUri, returnTo, anew: query.anew === '1' });
		cookies.keepAttempt(reply, begun.state, begun.browserSecret);
		void reply.header('cache-control', 'no-store');
		return { login_url: begun.address };
	});

	// Not a call of the contract: the provider sends the operator here, and we send them on.
	app.get(CALLBACK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
		try {
			const { token, returnTo, operatorId } = await forged.inTurn(request.ip, () => comeBack(deps, request, reply));
			forged.note(request.ip, null);
			app.securityEvents.note('operator_sign_in', { call: CALLBACK_PATH, actor: `operator:${operatorId}` });
			cookies.keepSession(reply, token);
			return sendOn(reply, returnTo);
		} catch (error) {
			logCause(request, error);
			forged.note(request.ip, error instanceof Error ? error.cause : error);
			const slug = error instanceof Problem ? error.slug : 'internal';
			app.securityEvents.note('operator_sign_in_failed', { call: CALLBACK_PATH, slug });
			return sendOn(reply, `${CONSOLE_PATH}?error=${slug}`);
		}
	});
}

function comeBack(deps: SignInDeps, request: FastifyRequest, reply: FastifyReply) {
	const { search, searchParams } = new URL(request.url, 'http://site.invalid');
	const state = searchParams.get('state') ?? '';
	const browserSecret = orRefuse(deps.cookies.attemptOf(request, state), 'sign_in_expired');
	deps.cookies.dropAttempt(reply, state);
	const browser = browserName(request.headers['user-agent']);
	return finishSignIn(deps, { state, browserSecret, query: search, browser });
}

/** On this machine, the name that the browser used: its cookies are kept under that one. */
function originOf({ host }: FastifyRequest, consoleUrl: string): string {
	const { protocol, port } = new URL(consoleUrl);
	const own = isLoopback(consoleUrl) && [`localhost:${port}`, `127.0.0.1:${port}`].includes(host);
	return own ? `${protocol}//${host}` : consoleUrl;
}

function logCause({ log }: FastifyRequest, error: unknown): void {
	if (!(error instanceof Problem)) return log.error({ err: error }, 'unexpected error');
	const { cause } = error;
	if (cause instanceof SignInDeclined) log.info(`operator sign-in declined: ${cause.message}`);
	else log.warn(`operator sign-in: ${error.slug}${cause instanceof Error ? `: ${cause.message}` : ''}`);
}

// The order matters: a User-Agent also names the browsers that this browser descends from.
const BROWSERS = [
	['Edg', 'Edge'],
	['OPR/', 'Opera'],
	['SamsungBrowser/', 'Samsung Internet'],
	['Firefox/', 'Firefox'],
	['FxiOS/', 'Firefox'],
	['CriOS/', 'Chrome'],
	['Chrome/', 'Chrome'],
	['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
	['Windows', 'Windows'],
	['Android', 'Android'],
	['iPhone', 'iPhone'],
	['iPad', 'iPad'],
	['Mac OS X', 'macOS'],
	['CrOS', 'ChromeOS'],
	['Linux', 'Linux'],
] as const;

/** Such as `Firefox on Linux`; empty where it is none of those that are known. */
export function browserName(userAgent: string | undefined): string {
	const find = (names: readonly (readonly [string, string])[]) =>
		names.find(([mark]) => userAgent?.includes(mark))?.[1];
	const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
	if (!browser) return '';
	return system ? `${browser} on ${system}` : browser;
}

export interface ConsoleCookies {
	sessionOf(request: FastifyRequest): string | null;
	keepSession(reply: FastifyReply, token: string): void;
	dropSession(reply: FastifyReply): void;
	attemptOf(request: FastifyRequest, state: string): string | null;
	keepAttempt(reply: FastifyReply, state: string, secret: string): void;
	dropAttempt(reply: FastifyReply, state: string): void;
}

/** `__Host-` keeps other hosts of the domain from signing anybody in. Plain http, on this machine, cannot have it. */
export function consoleCookies(consoleUrl: string): ConsoleCookies {
	const secure = consoleUrl.startsWith('https:');
	const prefix = secure ? '__Host-' : '';
	const session = `${prefix}lightstick-console`;
	const attempt = (state: string) => `${prefix}console_sign_in_${hashSecret(state).toString('base64url').slice(0, 12)}`;
	const strict = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
	// Lax: the provider's return is a navigation from another site, and must bring it along.
	const lax = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
	return {
		sessionOf: (request) => request.cookies[session] ?? null,
		keepSession: (reply, token) => void reply.setCookie(session, token, strict),
		dropSession: (reply) => void reply.clearCookie(session, strict),
		attemptOf: (request, state) => request.cookies[attempt(state)] ?? null,
		keepAttempt: (reply, state, secret) =>
			void reply.setCookie(attempt(state), secret, { ...lax, maxAge: ATTEMPT_MINUTES * 60 }),
		dropAttempt: (reply, state) => void reply.clearCookie(attempt(state), lax),
	};
}
