/** A program that signs in as a person would: follows the redirects, keeps the cookies, posts the form. */

const HOPS_MAX = 10;

/**
 * Walks from the address that the site sends a visitor to until the provider sends them back.
 * The form is what the sign-in page takes: `{person}`, `{name, email}` or `{cancel}`.
 * Gives the site's callback address with its answer, not yet visited.
 */
export async function visitSignIn(loginAddress: string, form: Record<string, string>): Promise<URL> {
	const providerHost = new URL(loginAddress).host;
	const cookies = new Map<string, string>();
	let address = new URL(loginAddress);
	let formWasPosted = false;
	let posted: URLSearchParams | undefined;
	for (let hop = 0; hop < HOPS_MAX; hop += 1) {
		const response = await send(address, cookies, posted);
		keepCookies(cookies, response);
		const location = response.headers.get('location');
		if (location) {
			address = new URL(location, address);
			posted = undefined;
			if (address.host !== providerHost) return address;
		} else if (response.ok && !formWasPosted) {
			formWasPosted = true;
			posted = new URLSearchParams(form);
		} else {
			throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
		}
	}
	throw new Error('The provider kept redirecting');
}

function send(address: URL, cookies: Map<string, string>, posted?: URLSearchParams): Promise<Response> {
	const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
	return fetch(address, {
		method: posted ? 'POST' : 'GET',
		body: posted,
		headers: cookie ? { cookie } : {},
		redirect: 'manual',
	});
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
	for (const line of response.headers.getSetCookie()) {
		const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
		if (value) cookies.set(name, value);
		else cookies.delete(name);
	}
}
