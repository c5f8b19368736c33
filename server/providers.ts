/** Opens the providers of payments, of reminders, of the operators' chat and of shared limits. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import { publicLookup } from './accounts/avatars/public-address.ts';
import type { SharedCounts } from './http/limits/shared-counts.ts';
import type { Database } from '#server/kernel/database.ts';
import type { PaymentDeps } from './orders/payments/provider.ts';
import { openChat } from './outside/chat/chat.ts';
import { openStripe } from './outside/stripe/stripe.ts';
import { openWebPush } from './outside/web-push/web-push.ts';
import type { PushProvider } from './push/push-provider.ts';

export function openPayments({ config, db }: { config: Config; db: Database }, log: PaymentDeps['log']): PaymentDeps {
	return { db, provider: config.payments && openStripe(config.payments), publicUrl: config.publicUrl, log };
}

/** Reminders, for the routes and for the job. Without keys there are none, nor without the worker that shows them. */
export function openPush({ push: keys, serviceWorker }: Config): { push: PushProvider | null; secret: string } {
	const used = serviceWorker ? keys : null;
	return { push: used && openWebPush(used, { lookup: publicLookup }), secret: used?.privateKey ?? '' };
}

export const openAlertChat = () => openChat(publicLookup);

/** Counts of limits that all processes share. Null without REDIS_URL: then the client is not even loaded. */
export async function openLimits(
	{ redisUrl, publicUrl }: Pick<Config, 'redisUrl' | 'publicUrl'>,
	log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<SharedCounts | null> {
	if (redisUrl === null) return null;
	const { openSharedCounts } = await import('./http/limits/redis.ts');
	return openSharedCounts(redisUrl, `lightstick:${new URL(publicUrl).host}:`, log);
}
