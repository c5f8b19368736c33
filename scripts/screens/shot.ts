/** A screen in a state: where it is, who looks, and what has to be done before the picture is taken. */
import type { Page } from '@playwright/test';

/** People of the demo content by their subject at the sign-on provider; `new-fan` has not registered yet. */
export type Viewer = 'midnight-seat' | 'few-gems' | 'no-gems' | 'new-fan';

export interface Shot {
	name: string;
	path: string | ((links: Links) => string);
	as?: Viewer;
	/** Before the page is opened: what its network will do. */
	before?: (page: Page) => Promise<void>;
	/** After it was opened, until it is as it should be. */
	act?: (page: Page) => Promise<unknown>;
	/** The whole page instead of what fits the screen. */
	whole?: true;
	/** Only on this kind of screen. */
	only?: 'phone' | 'desk';
}

/** Pages whose addresses are the demo content’s. */
export interface Links {
	artist: string;
	article: string;
}

/** Changes what a call of the API answers, below `/api/v1`. */
export async function altered(page: Page, path: string, change: (data: never) => void): Promise<void> {
	await page.route(
		(url) => url.pathname === `/api/v1${path}`,
		async (route) => {
			const response = await route.fetch();
			const answer = (await response.json()) as { data: never };
			change(answer.data);
			await route.fulfill({ status: 200, json: answer });
		},
	);
}

/** Calls of the API that are never answered. */
export async function waiting(page: Page): Promise<void> {
	await page.route('**/api/v1/**', () => undefined);
}
