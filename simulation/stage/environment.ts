/** How the site is configured: as in production, but for limits that count by the clock on the wall. */
import type { RunningEmulator } from '../../emulators/oidc/emulator.ts';
import type { RunningStripe } from '../../emulators/stripe/emulator.ts';

export const KEYS = {
	clients: {
		google: { id: 'site-at-google', secret: 'google-secret-of-a-simulation-0123456789' },
		line: { id: 'site-at-line', secret: 'line-secret-of-a-simulation-0123456789ab' },
	},
	stripe: { secretKey: 'emulator-simulation-key', webhookSecret: 'emulator-simulation-webhook-secret' },
};

/** A month passes in a minute, so a limit of requests a second or a minute would refuse whatever the month brings. */
const LIMITS = {
	VOTE_REQUESTS_PER_SECOND: '1000000',
	SIGN_IN_PER_MINUTE: '1000000',
	MONEY_PER_MINUTE: '1000000',
	READS_PER_MINUTE: '10000000',
};

/** More than this, in votes and in gems, needs a second operator. Small, so that approvals are asked for. */
export const BOUNDS = { VOID_BOUND: '500', REFUND_BOUND: '5000', ADJUSTMENT_BOUND: '5000' };

export const environmentOf = (
	publicUrl: string,
	{ issuers }: RunningEmulator,
	{ origin }: RunningStripe,
): Record<string, string> => ({
	...LIMITS,
	...BOUNDS,
	PUBLIC_URL: publicUrl,
	PORT: new URL(publicUrl).port,
	// Fans come from addresses of their own, which the simulation names as a proxy would.
	TRUST_PROXY: 'loopback',
	GOOGLE_ISSUER: issuers.google,
	GOOGLE_CLIENT_ID: KEYS.clients.google.id,
	GOOGLE_CLIENT_SECRET: KEYS.clients.google.secret,
	LINE_ISSUER: issuers.line,
	LINE_CLIENT_ID: KEYS.clients.line.id,
	LINE_CLIENT_SECRET: KEYS.clients.line.secret,
	STRIPE_SECRET_KEY: KEYS.stripe.secretKey,
	STRIPE_WEBHOOK_SECRET: KEYS.stripe.webhookSecret,
	STRIPE_API_BASE: origin,
});
