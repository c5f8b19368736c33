/** A fan signs in at a provider and registers, over the same hops as a browser. */
import { visitSignIn } from '../../testkit/visit-sign-in.ts';
import type { Stage } from '../stage/stage.ts';
import type { Fan } from './fan.ts';

type Site = Pick<Stage, 'client' | 'publicUrl'>;

const API = '/api/v1';

/** Returns the token of the session. The fan has not registered yet. */
export async function signIn({ client, publicUrl }: Site, { name, provider, address }: Fan): Promise<string> {
	const seenFrom = { 'x-forwarded-for': address };
	const query = new URLSearchParams({
		sso_type: provider,
		callback_url: `${publicUrl}/login-callback?from=%2F&sso_type=${provider}`,
	});
	const begun = await client.ask({ path: `${API}/login/sso?${query}`, headers: seenFrom });
	const { data } = JSON.parse(begun.text) as { data: { login_url: string } };
	const cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
	const callback = await visitSignIn(data.login_url, { name, email: `${name}@mail.example` });
	const back = await client.ask({
		path: callback.pathname + callback.search,
		headers: { ...seenFrom, cookie, accept: 'text/html' },
	});
	const token = new URL(back.headers.location ?? '', publicUrl).searchParams.get('token');
	const headers = { ...seenFrom, cookie, authorization: `Bearer ${token}` };
	const me = await client.ask({ path: `${API}/user/me`, headers });
	if (!token || me.status !== 200) throw new Error(`${name} could not sign in: ${back.status}, ${me.text}`);
	return token;
}

export async function register({ client }: Site, { name, country }: Fan, token: string): Promise<void> {
	const { status, text } = await client.ask({
		path: `${API}/user/complete-registration`,
		headers: { authorization: `Bearer ${token}` },
		body: { email: `${name}@mail.example`, name, country },
	});
	if (status !== 200) throw new Error(`${name} could not register: ${text}`);
}
