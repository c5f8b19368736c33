/** Decisions about accounts that need no look-up. Pure: facts in, decision out. */
import * as z from 'zod/mini';
import { email as contactEmail } from '#contract/accounts.ts';
import { isLocalPath } from '#contract/pages.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import { mended } from '#contract/values/text.ts';
import { isLoopback } from '#server/config/config.ts';
import type { ProviderIdentity } from './sign-on/identity-provider.ts';

export const LOGIN_CALLBACK_PATH = '/login-callback';

const PROVIDER_NAME_MAX_CHARACTERS = 100;

/** Returns the URL to return to after sign-on. Null if it is not our own page, or would lead to another site. */
export function allowedCallback(callbackUrl: string, publicUrl: string): URL | null {
	if (!URL.canParse(callbackUrl)) return null;
	const url = new URL(callbackUrl);
	if (!ownOrigins(publicUrl).has(url.origin)) return null;
	if (url.pathname !== LOGIN_CALLBACK_PATH || url.username || url.password || url.hash) return null;
	return url.searchParams.getAll('from').every(isLocalPath) ? url : null;
}

/** A site on this machine has two usual names: localhost and 127.0.0.1. */
function ownOrigins(publicUrl: string): Set<string> {
	if (!isLoopback(publicUrl)) return new Set([publicUrl]);
	const { protocol, port } = new URL(publicUrl);
	const suffix = port ? `:${port}` : '';
	return new Set([publicUrl, ...['localhost', '127.0.0.1'].map((host) => `${protocol}//${host}${suffix}`)]);
}

export function returnAddress(callbackUrl: string | URL, answer: { token: string } | { error: string }): string {
	const url = new URL(callbackUrl);
	url.searchParams.delete('token');
	url.searchParams.delete('error');
	for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
	return url.href;
}

/** Returns the email address that may identify a person. Null if the provider does not vouch for it, or it is none. */
export function loginEmail({ email, emailVerified }: ProviderIdentity): string | null {
	const address = z.safeParse(contactEmail, email);
	return emailVerified && address.success ? address.data : null;
}

export interface KnownIdentity {
	provider: SsoType;
	fanId: number;
}

/** Of fans with this verified address, those of other providers only: at one provider, a new subject is a new owner. */
export function fanToLink<Known extends KnownIdentity>(provider: SsoType, sameEmail: readonly Known[]): Known | null {
	if (sameEmail.some((known) => known.provider === provider)) return null;
	const [first, ...others] = sameEmail;
	return first && others.every(({ fanId }) => fanId === first.fanId) ? first : null;
}

export function proposedContact(identity: ProviderIdentity): { name: string | null; email: string | null } {
	const email = z.safeParse(contactEmail, identity.email);
	return {
		name: mended(identity.name ?? '', PROVIDER_NAME_MAX_CHARACTERS) || null,
		email: email.success ? email.data : null,
	};
}

/** Returns the ISO 3166-1 alpha-2 code that a proxy sent, or null. Proxies send XX and T1 for unknown. */
export function countryFrom(header: string | string[] | undefined): string | null {
	if (typeof header !== 'string' || !/^[A-Z]{2}$/.test(header) || header === 'XX') return null;
	return header;
}
