/** Stripe counts money in ISO 4217's minor units, but for two currencies that it still counts in hundredths. */

const IN_HUNDREDTHS_AT_STRIPE = new Set(['ISK', 'UGX']);

export function toStripeAmount(amountMinor: number, currency: string): number {
	return IN_HUNDREDTHS_AT_STRIPE.has(currency) ? amountMinor * 100 : amountMinor;
}

export function fromStripeAmount(amount: number, currency: string): number {
	return IN_HUNDREDTHS_AT_STRIPE.has(currency) ? amount / 100 : amount;
}
