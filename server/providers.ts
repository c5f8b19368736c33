/** Opens the providers of payments and of reminders. */
import type { Config } from './config/config.ts';
import { publicLookup } from './accounts/avatars/public-address.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Store } from './orders/payments/pay.ts';
import { openStripe } from './outside/stripe/stripe.ts';
import { openWebPush } from './outside/web-push/web-push.ts';
import type { PushProvider } from './push/push-provider.ts';

interface StoreDeps {
	config: Config;
	db: Database;
}

/** The shop with its payment provider, for the routes and for the jobs. */
export function openStore({ config, db }: StoreDeps, log: Store['log']): Store {
	return { db, provider: config.payments && openStripe(config.payments), publicUrl: config.publicUrl, log };
}

/** Reminders, for the routes and for the job. Without keys there are none, nor without the worker that shows them. */
export function openPush({ push: keys, serviceWorker }: Config): { push: PushProvider | null; secret: string } {
	const used = serviceWorker ? keys : null;
	return { push: used && openWebPush(used, { lookup: publicLookup }), secret: used?.privateKey ?? '' };
}
