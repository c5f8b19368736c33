/** Stripe's well-known test cards, each named for what happens to it. */

export interface Outcome {
	/** Decline message on the card page. Undefined: the payment succeeds. */
	declined?: string;
	/** The bank asks for a 3-D Secure confirmation first. */
	challenge?: boolean;
	/** The money is taken and its owner complains at once. */
	disputed?: boolean;
}

export interface TestCard {
	number: string;
	name: string;
	outcome: Outcome;
}

export const testCards: readonly TestCard[] = [
	{ number: '4242424242424242', name: 'Pays', outcome: {} },
	{ number: '4000002760003184', name: 'Asks for 3-D Secure', outcome: { challenge: true } },
	{ number: '4000000000000002', name: 'Is declined', outcome: { declined: 'Your card was declined.' } },
	{
		number: '4000000000009995',
		name: 'Has insufficient funds',
		outcome: { declined: 'Your card has insufficient funds.' },
	},
	{
		number: '4000000000000119',
		name: 'Meets a processing error',
		outcome: { declined: 'An error occurred while processing your card. Try again in a little bit.' },
	},
	{ number: '4000000000000069', name: 'Has expired', outcome: { declined: 'Your card has expired.' } },
	{ number: '4000000000000259', name: 'Pays, and is disputed', outcome: { disputed: true } },
];

/** Returns the outcome of a card number. Null if no test card has it. */
export function outcomeOf(typed: string): Outcome | null {
	const number = typed.replaceAll(/\D/g, '');
	return testCards.find((card) => card.number === number)?.outcome ?? null;
}
