/** The setup checklist of a new site: what is there, and what a site still lacks for its first month. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** In the order in which a new site is set up. */
export const setupStep = z.enum([
	'site',
	'passkeys',
	'team',
	'sign_on',
	'artists',
	'ranking',
	'home_cards',
	'check_in',
	'packs',
	'payments',
	'news_category',
	'article',
	'banner',
	'push',
	'backups',
	'status_page',
]);
export type SetupStep = z.output<typeof setupStep>;

const setup = z.object({
	/** True if this operator has hidden the checklist. */
	hidden: z.boolean(),
	steps: z.array(z.object({ step: setupStep, done: z.boolean() })),
});
export type Setup = z.output<typeof setup>;

export const getSetup = endpoint({
	name: 'getSetup',
	methods: ['GET'],
	path: '/console/setup',
	summary: 'Steps to the first month of a new site. A step is done when what it asks for exists',
	access: 'operator',
	reply: setup,
	problems: [],
});

export const markSetup = endpoint({
	name: 'markSetup',
	methods: ['PUT'],
	path: '/console/setup',
	summary: 'Hides the checklist or shows it again, or notes that the status page was read; for this operator alone',
	access: 'operator',
	body: z.object({ mark: z.enum(['hidden', 'status_read']), on: z.boolean() }),
	reply: setup,
	problems: [],
});
