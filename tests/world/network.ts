/** What a browser's network does to a page: answers that fail, scripts that never come. */
import type { Page, Request } from '@playwright/test';

/** The page comes without the data of its first screen, as from a cache that knows nothing: it has to ask. */
export async function withoutFirstScreen(page: Page): Promise<void> {
	await page.route(
		(url) => !/^\/(?:api|assets|media)\//.test(url.pathname),
		async (route) => {
			if (route.request().resourceType() !== 'document') return route.fallback();
			const response = await route.fetch();
			const { 'content-encoding': _, ...headers } = response.headers();
			const body = (await response.text()).replace('id="first-screen"', 'id="nothing"');
			return route.fulfill({ status: response.status(), headers, body });
		},
	);
}

/** A call of the API, below `/api/v1`, fails from now on; with status 0 nothing comes back at all. */
export async function failing(page: Page, path: string, status = 500, message = 'Something went wrong'): Promise<void> {
	await page.route(
		(url) => url.pathname.startsWith(`/api/v1${path}`),
		(route) => {
			if (status === 0) return route.abort();
			return route.fulfill({ status, json: { code: status, message, data: null, error: 'internal' } });
		},
	);
}

/** The calls that a page makes from now on, as method and path with query below `/api/v1`. */
export function callsOf(page: Page): string[] {
	const made: string[] = [];
	page.on('request', (request: Request) => {
		const { pathname, search } = new URL(request.url());
		if (pathname.startsWith('/api/v1')) made.push(`${request.method()} ${pathname.slice('/api/v1'.length)}${search}`);
	});
	return made;
}
