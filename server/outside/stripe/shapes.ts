/** The fields of Stripe's objects that the store relies on. All other fields are ignored. */
import { currencyOf } from '#contract/values/money.ts';
import * as z from 'zod/mini';

/** Visible ASCII: fit for a text column, a log and an address. */
const stripeId = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));
const currencyCode = z.string().check(z.regex(/^[A-Za-z]{3}$/));
/** Stripe takes twelve digits at most. Sums of these stay exact. */
const minorAmount = z.int().check(z.minimum(0), z.maximum(999_999_999_999));
/** Stripe gives an id, or the whole thing where it was asked to. */
const reference = z.nullish(z.union([stripeId, z.object({ id: stripeId })]));
const metadata = z.nullish(z.record(z.string(), z.unknown()));

export const sessionShape = z.object({
	object: z.literal('checkout.session'),
	id: stripeId,
	livemode: z.boolean(),
	status: z.nullish(z.string()),
	payment_status: z.string(),
	payment_intent: reference,
	currency: z.nullish(currencyCode),
	amount_total: z.nullish(minorAmount),
	url: z.nullish(z.string().check(z.regex(/^https?:\/\/[\x21-\x7e]{1,4000}$/))),
	metadata,
});

export const refundShape = z.object({
	object: z.literal('refund'),
	id: stripeId,
	payment_intent: reference,
	amount: minorAmount,
	currency: currencyCode,
	status: z.nullish(z.string()),
	metadata,
});

export const disputeShape = z.object({
	object: z.literal('dispute'),
	id: stripeId,
	payment_intent: reference,
	amount: minorAmount,
	currency: currencyCode,
	status: z.string(),
});

/** What only operators read of a dispute: odd ones cost no fact. */
export const disputeTermsShape = z.object({
	reason: z.nullish(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
	evidence_details: z.nullish(z.object({ due_by: z.nullish(z.int().check(z.minimum(1), z.maximum(253_402_300_799))) })),
});

export const eventShape = z.object({
	object: z.literal('event'),
	id: stripeId,
	type: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
	created: z.int().check(z.minimum(0), z.maximum(253_402_300_799)),
	livemode: z.boolean(),
	data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

export const listShape = z.object({ object: z.literal('list'), data: z.array(z.unknown()) });

export type Reference = z.output<typeof reference>;
export type Metadata = z.output<typeof metadata>;

/** Thrown if a Stripe object does not have the expected shape. */
export class WrongShape extends Error {
	override name = 'WrongShape';
}

/** @throws {WrongShape} naming the field */
export function read<Shape extends z.ZodMiniType>(shape: Shape, thing: unknown, what: string): z.output<Shape> {
	const { data, error } = z.safeParse(shape, thing);
	if (error) throw new WrongShape(`${what} of an unknown shape, at ${error.issues[0]?.path.join('.') || 'its top'}`);
	return data;
}

export function toStripeAmount(amountMinor: number, currency: string): number {
	return amountMinor * (currencyOf(currency)?.providerUnits ?? 1);
}

export function fromStripeAmount(amount: number, currency: string): number {
	return amount / (currencyOf(currency)?.providerUnits ?? 1);
}
