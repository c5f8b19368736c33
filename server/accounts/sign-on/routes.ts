/** Redirects to a provider, and the return from it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import sharp from 'sharp';
import { getLoginAddress, getSignOnNetwork } from '#contract/accounts.ts';
import { API_BASE } from '#contract/calls.ts';
import { ssoType } from '#contract/values/shapes.ts';
import type { Config, OwnNetworkConfig } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { serve } from '#server/http/serve.ts';
import type { TrustsPeer } from '#server/http/limits/trusted.ts';
import { countryFrom, LOGIN_CALLBACK_PATH } from '../rules.ts';
import { sendOn, type IdentityProviders } from './identity-provider.ts';
import { attemptCookies, logCause } from './attempts.ts';
import { forgedReturns, beginSignOn, finishSignOn, type Return } from './sign-on.ts';
import { FILE } from '#server/kernel/prepared.ts';

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
	const cookies = attemptCookies(publicUrl, 'sign_in');

	const inTurn = forgedReturns(limits.forgedSignInsPerMinute);

	serve(
		app,
		getLoginAddress,
		async ({ query, request, reply }) => {
			const sought = { callbackUrl: query.callback_url, again: query.again !== undefined };
			const begun = await beginSignOn(signOn, query.sso_type, sought).catch((error: unknown) => {
				logCause(request, error);
				throw error;
			});
			cookies.keep(reply, begun.state, begun.browserSecret);
			void reply.header('cache-control', 'no-store');
			return { login_url: begun.address };
		},
		{ perMinute: limits.signInsPerMinute },
	);

	// Not part of the contract: the provider redirects the visitor here, and we redirect them on.
	app.get(`${API_BASE}/login/callback/:provider`, {
		exposeHeadRoute: false,
		config: { rateLimit: { max: limits.signInsPerMinute } },
		async handler(request, reply) {
			const visit = visitOf(request, cookies, countryOf(request));
			const { returnTo, fanId } = await inTurn(request.ip, () => finishSignOn(signOn, visit));
			app.securityEvents.note('sign_in', { call: request.routeOptions.url, actor: `fan:${fanId}` });
			return sendOn(reply, returnTo);
		},
		errorHandler(error, request, reply) {
			logCause(request, error);
			if (wantsJson(request)) throw error;
			if (!(error instanceof Problem)) request.log.error({ err: error }, 'unexpected error');
			const slug = error instanceof Problem ? error.slug : 'internal';
			const wait = error instanceof Problem && error.retryAfter !== undefined ? `&retry_after=${error.retryAfter}` : '';
			app.securityEvents.noteProblem(slug, request.routeOptions.url);
			const known = 'returnTo' in error && typeof error.returnTo === 'string' ? error.returnTo : null;
			void sendOn(reply, known ?? `${LOGIN_CALLBACK_PATH}?error=${slug}${wait}`);
		},
	});
}

const callbackParams = z.object({ provider: ssoType });
const callbackQuery = z.object({ state: z.string() });

function visitOf(request: FastifyRequest, cookies: ReturnType<typeof attemptCookies>, country: string | null): Return {
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

function wantsJson({ headers }: FastifyRequest): boolean {
	const accept = headers.accept ?? '';
	return accept.includes('application/json') && !accept.includes('text/html');
}

const LOGO_PATH = `${API_BASE}/login/network/logo`;
const LOGO_PIXELS = 72;

/** @throws {Error} if the logo is not a picture. The site then does not start. */
export async function ownNetworkRoutes(app: FastifyInstance, config: OwnNetworkConfig | null): Promise<void> {
	const logo = config?.logoFile ? await readLogo(config.logoFile) : null;
	const network = config && { name: config.name, logo_url: logo && `${LOGO_PATH}?v=${logo.version}` };
	serve(app, getSignOnNetwork, () => ({ network }), { isFree: () => true });
	if (!logo) return;
	app.get(LOGO_PATH, FILE, (_request, reply) =>
		reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(logo.bytes),
	);
}

async function readLogo(file: string): Promise<{ bytes: Buffer; version: string }> {
	try {
		const size = { width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'contain', background: '#0000' } as const;
		const bytes = await sharp(await readFile(file))
			.resize(size)
			.webp()
			.toBuffer();
		return { bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) };
	} catch (cause) {
		throw new Error('OIDC_LOGO must be a picture file that the site can read, such as logo.png', { cause });
	}
}
