/** Redirects to a provider, and the return from it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { getLoginAddress } from '#contract/accounts.ts';
import { API_BASE } from '#contract/calls.ts';
import { ssoType } from '#contract/values/shapes.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { serve } from '#server/http/serve.ts';
import type { TrustsPeer } from '#server/http/limits/trusted.ts';
import { signInCookies, type SignInCookies } from './cookies.ts';
import { ProviderFailure, SignInDeclined, type IdentityProviders } from './identity-provider.ts';
import { countryFrom, LOGIN_CALLBACK_PATH } from '../rules.ts';
import { beginSignOn, finishSignOn, type Return, type SignOn } from './sign-on.ts';

export interface SignOnDeps {
	db: Database;
	providers: IdentityProviders;
	config: Pick<Config, 'publicUrl' | 'countryHeader' | 'limits'>;
	/** Only a trusted proxy may state the visitor's country. */
	trustsPeer: TrustsPeer;
}

export function signOnRoutes(app: FastifyInstance, { db, providers, config, trustsPeer }: SignOnDeps): void {
	const { publicUrl, countryHeader, limits } = config;
	const signOn = { db, providers, publicUrl };
	const countryOf = ({ headers, socket }: FastifyRequest) =>
		countryHeader !== null && trustsPeer(socket.remoteAddress) ? countryFrom(headers[countryHeader]) : null;
	const cookies = signInCookies(publicUrl);

	serve(
		app,
		getLoginAddress,
		async ({ query, request, reply }) => {
			const begun = await beginSignOn(signOn, query.sso_type, query.callback_url).catch((error: unknown) => {
				logCause(request, error);
				throw error;
			});
			cookies.keep(reply, begun.state, begun.browserSecret);
			void reply.header('cache-control', 'no-store');
			return { login_url: begun.address };
		},
		{ perMinute: limits.signInPerMinute },
	);

	// Not part of the contract: the provider redirects the visitor here, and we redirect them on.
	app.get(`${API_BASE}/login/callback/:provider`, {
		exposeHeadRoute: false,
		config: { rateLimit: { max: limits.signInPerMinute } },
		handler: (request, reply) => comeBack(signOn, visitOf(request, cookies, countryOf(request)), request, reply),
		errorHandler(error, request, reply) {
			if (wantsJson(request)) throw error;
			if (!(error instanceof Problem)) request.log.error({ err: error }, 'unexpected error');
			const slug = error instanceof Problem ? error.slug : 'internal';
			app.securityEvents.noteProblem(slug, request.routeOptions.url);
			void sendOn(reply, `${LOGIN_CALLBACK_PATH}?error=${slug}`);
		},
	});
}

const callbackParams = z.object({ provider: ssoType });
const callbackQuery = z.object({ state: z.string() });

function visitOf(request: FastifyRequest, cookies: SignInCookies, country: string | null): Return {
	const params = z.safeParse(callbackParams, request.params);
	if (!params.success) throw new Problem('not_found');
	const query = z.safeParse(callbackQuery, request.query);
	if (!query.success) throw new Problem('sign_in_failed');
	const { state } = query.data;
	return {
		provider: params.data.provider,
		state,
		browserSecret: cookies.secretOf(request, state),
		query: new URL(request.url, 'http://site.invalid').search,
		networkAddress: request.ip,
		country,
	};
}

async function comeBack(signOn: SignOn, visit: Return, request: FastifyRequest, reply: FastifyReply) {
	const outcome = await finishSignOn(signOn, visit);
	const { securityEvents } = request.server;
	const call = request.routeOptions.url;
	if (!('refusal' in outcome)) {
		securityEvents.note('sign_in', { call, actor: `fan:${outcome.fanId}` });
		return sendOn(reply, outcome.returnTo);
	}
	logCause(request, outcome);
	if (wantsJson(request) || outcome.returnTo === null) throw new Problem(outcome.refusal);
	securityEvents.noteProblem(outcome.refusal, call);
	return sendOn(reply, outcome.returnTo);
}

/** The address may contain a token: caches must not store the response, and no referrer is sent. */
function sendOn(reply: FastifyReply, address: string): FastifyReply {
	return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303);
}

/** Logs what went wrong at the provider, without its answer, which contains codes and tokens. */
function logCause({ log }: FastifyRequest, failed: unknown): void {
	const cause = failed instanceof Object && 'cause' in failed ? failed.cause : undefined;
	if (cause instanceof SignInDeclined) log.info(`sign-in declined: ${cause.message}`);
	else if (cause instanceof ProviderFailure) log.warn(`sign-in at the provider: ${cause.message}`);
	else if (cause instanceof Error) log.warn(`sign-in: ${cause.name}`);
}

function wantsJson({ headers }: FastifyRequest): boolean {
	const accept = headers.accept ?? '';
	return accept.includes('application/json') && !accept.includes('text/html');
}
