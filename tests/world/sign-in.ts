/** A site with its sign-on providers, and browsers that sign in at them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SsoType } from '#contract/shapes.ts';
import { startOidcEmulator, type RunningEmulator } from '../../emulators/oidc/emulator.ts';
import { visitSignIn } from '../../emulators/oidc/visitor.ts';
import { openSite, type Answer, type Ask, type Site, type SiteOptions } from './site.ts';

export const HOME = 'http://localhost:3000';

export interface SiteWithSignOn extends Site {
	emulator: RunningEmulator;
}

const clients = {
	google: { id: 'site-at-google', secret: 'google-secret-for-a-test-0123456789' },
	line: { id: 'site-at-line', secret: 'line-secret-for-a-test-0123456789ab' },
};

/** The limit on sign-ins is raised, for one address does them all here; give SIGN_IN_PER_MINUTE to test it. */
export async function openSiteWithSignOn({ env, ...options }: SiteOptions = {}): Promise<SiteWithSignOn> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'lightstick-sign-on-'));
	const callbacks = ['login/callback/google', 'login/callback/line', 'console/login/callback/google'];
	const redirectUris = callbacks.map((path) => `${HOME}/api/v1/${path}`);
	const emulator = await startOidcEmulator({ port: 0, dataFolder, redirectUris, clients });
	const site = await openSite({
		...options,
		env: {
			PUBLIC_URL: HOME,
			LIGHTSTICK_DATA: dataFolder,
			SIGN_IN_PER_MINUTE: '100000',
			GOOGLE_ISSUER: emulator.issuers.google,
			GOOGLE_CLIENT_ID: clients.google.id,
			GOOGLE_CLIENT_SECRET: clients.google.secret,
			LINE_ISSUER: emulator.issuers.line,
			LINE_CLIENT_ID: clients.line.id,
			LINE_CLIENT_SECRET: clients.line.secret,
			...env,
		},
	});
	return {
		...site,
		emulator,
		async close() {
			await site.close();
			await emulator.close();
			await rm(dataFolder, { recursive: true, force: true });
		},
	};
}

/** What the provider's sign-in page takes: `{person}`, `{name, email}` or `{cancel}`. */
export type SignInForm = Record<string, string>;

export interface Browser {
	ask(request: Ask): Promise<Answer>;
	/** Presses a sign-on button: the provider's address, or the refusal. */
	begin(provider: SsoType, callbackUrl?: string): Promise<Answer>;
	/** Signs in at the provider and gives the site's callback address, not yet visited. */
	visitProvider(provider: SsoType, form: SignInForm): Promise<URL>;
	/** Visits the site's callback: where it sends the browser. */
	comeBack(callback: URL, headers?: Record<string, string>): Promise<URL>;
	/** The whole way to a token that has not been taken up. */
	signOn(provider: SsoType, form: SignInForm): Promise<string>;
	/** The whole way to a session. */
	signIn(provider: SsoType, form: SignInForm): Promise<string>;
}

/** A browser with cookies of its own. */
export function aBrowser(site: Site): Browser {
	const cookies = new Map<string, string>();

	async function ask(request: Ask): Promise<Answer> {
		const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
		const answer = await site.ask({ ...request, headers: { ...(cookie ? { cookie } : {}), ...request.headers } });
		const kept = [answer.headers['set-cookie'] ?? []].flat() as string[];
		for (const line of kept) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			cookies.set(name, value);
		}
		return answer;
	}

	function begin(provider: SsoType, callbackUrl = `${HOME}/login-callback?from=%2F&sso_type=${provider}`) {
		const query = new URLSearchParams({ sso_type: provider, callback_url: callbackUrl });
		return ask({ path: `/login/sso?${query}` });
	}

	async function visitProvider(provider: SsoType, form: SignInForm): Promise<URL> {
		const { body } = await begin(provider);
		return visitSignIn((body.data as { login_url: string }).login_url, form);
	}

	async function comeBack(callback: URL, headers: Record<string, string> = {}): Promise<URL> {
		const answer = await ask({ path: pathOf(callback), headers: { accept: 'text/html', ...headers } });
		return new URL(String(answer.headers['location']), HOME);
	}

	async function signOn(provider: SsoType, form: SignInForm): Promise<string> {
		const page = await comeBack(await visitProvider(provider, form));
		return page.searchParams.get('token') ?? `no token: ${page.href}`;
	}

	async function signIn(provider: SsoType, form: SignInForm): Promise<string> {
		const token = await signOn(provider, form);
		await ask({ path: '/user/me', token });
		return token;
	}

	return { ask, begin, visitProvider, comeBack, signOn, signIn };
}

/** An address of the site's API as `ask` takes it. */
export function pathOf({ pathname, search }: URL): string {
	return pathname.replace('/api/v1', '') + search;
}
