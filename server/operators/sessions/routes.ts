import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSignIn as beginCall } from '#contract/operator/operators/session.ts';
import { API_BASE } from '#contract/values/constants.ts';
import { isLoopback, type Config } from '#server/config/config.ts';
import { attemptCookies, logCause } from '#server/accounts/sign-on/attempts.ts';
import { forgedReturns } from '#server/accounts/sign-on/sign-on.ts';
import { sendOn } from '#server/accounts/sign-on/identity-provider.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { serve } from '#server/http/serve.ts';
import type { ConsoleDeps } from '#server/http/console/serve.ts';
import { beginSignIn, finishSignIn, type OperatorSignIn } from './sign-in.ts';

const CALLBACK_PATH = `${API_BASE}/console/login/callback/google`;
const CONSOLE_PATH = '/console';

interface SignInDeps extends ConsoleDeps, OperatorSignIn {
	cookies: ConsoleCookies;
	config: Pick<Config, 'consoleUrl' | 'limits'>;
}

export function operatorSignInRoutes(deps: SignInDeps): void {
	const { app, cookies, config } = deps;
	const attempts = attemptCookies(config.consoleUrl, 'console_sign_in');
	const inTurn = forgedReturns(config.limits.forgedSignInsPerMinute);

	async function comeBack(request: FastifyRequest) {
		const { search, searchParams } = new URL(request.url, 'http://site.invalid');
		const state = searchParams.get('state') ?? '';
		const browserSecret = orRefuse(attempts.secretOf(request, state), 'sign_in_expired');
		const browser = browserName(request.headers['user-agent']);
		return finishSignIn(deps, { state, browserSecret, query: search, browser });
	}

	serve(app, beginCall, async ({ query, request, reply }) => {
		const redirectUri = originOf(request, config.consoleUrl) + CALLBACK_PATH;
		const returnTo = query.return_to ?? CONSOLE_PATH;
		const begun = await beginSignIn(deps, { redirectUri, returnTo, anew: query.anew === '1' });
		attempts.keep(reply, begun.state, begun.browserSecret);
		return { login_url: begun.address };
	});

	// Not a call of the contract: the provider sends the operator here, and we send them on.
	app.get(CALLBACK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
		try {
			const { token, returnTo, operatorId } = await inTurn(request.ip, () => comeBack(request));
			app.securityEvents.note('operator_sign_in', { call: CALLBACK_PATH, actor: `operator:${operatorId}` });
			cookies.keepSession(reply, token);
			return sendOn(reply, returnTo);
		} catch (error) {
			if (error instanceof Problem) logCause(request, error, 'operator sign-in');
			else request.log.error({ err: error }, 'unexpected error');
			const slug = error instanceof Problem ? error.slug : 'internal';
			app.securityEvents.note('operator_sign_in_failed', { call: CALLBACK_PATH, slug });
			return sendOn(reply, `${CONSOLE_PATH}?error=${slug}`);
		}
	});
}

/** On this machine, the name that the browser used: its cookies are kept under that one. */
function originOf({ host }: FastifyRequest, consoleUrl: string): string {
	const { protocol, port } = new URL(consoleUrl);
	const own = isLoopback(consoleUrl) && [`localhost:${port}`, `127.0.0.1:${port}`].includes(host);
	return own ? `${protocol}//${host}` : consoleUrl;
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

export type ConsoleCookies = ReturnType<typeof consoleCookies>;

/** `__Host-` keeps other hosts of the domain from signing anybody in. Plain http, on this machine, cannot have it. */
export function consoleCookies(consoleUrl: string) {
	const secure = consoleUrl.startsWith('https:');
	const session = `${secure ? '__Host-' : ''}lightstick-console`;
	const strict = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
	return {
		sessionOf: (request: FastifyRequest) => request.cookies[session] ?? null,
		keepSession: (reply: FastifyReply, token: string) => void reply.setCookie(session, token, strict),
		dropSession: (reply: FastifyReply) => void reply.clearCookie(session, strict),
	};
}
