/** Masks fans for viewers: hides their identity, but not their actions. */
import type { fanDetail, listedFan } from '#contract/operator/accounts.ts';
import type * as z from 'zod/mini';
import { maskEmail, maskName } from '#server/audit-trail/personal-data.ts';

export function maskListed<Fan extends z.output<typeof listedFan>>(fan: Fan): Fan {
	return { ...fan, name: maskName(fan.name), email: maskEmail(fan.email) };
}

export function maskDetail(fan: z.output<typeof fanDetail>): z.output<typeof fanDetail> {
	const identities = fan.identities.map((identity) => ({ ...identity, login_email: maskEmail(identity.login_email) }));
	// A picture often shows the person.
	return { ...maskListed(fan), identities, avatar_url: null };
}
