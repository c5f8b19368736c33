/**
 * Amounts that Stripe refuses, in its own units. Written from Stripe's documentation and not from the product's table, so
 * that an error in that table is refused here.
 */
const ZERO_DECIMAL = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf';
const THREE_DECIMAL = 'bhd jod kwd omr tnd';
const WHOLE_ONLY = 'isk ugx';
const TWO_DECIMAL = `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop
	crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr jmd kes kgs khr kyd kzt lak
	lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd
	rub sar sbd scr sek sgd shp sle sos srd szl thb tjs top try ttd twd tzs uah uyu uzs wst xcd xcg yer zar zmw`;
const SUPPORTED = new Set([ZERO_DECIMAL, THREE_DECIMAL, WHOLE_ONLY, TWO_DECIMAL].join(' ').split(/\s+/));

/** Smallest charges of an account that settles in the currency of the charge. */
const MINIMUM = new Map<string, number>(
	[
		'ars aud brl cad chf cop eur idr ils inr jpy krw nzd php rub sgd usd zar=50',
		'gbp=30, aed myr pln ron=200, dkk=250, nok sek=300, hkd=400, mxn thb=1000, czk=1500, huf=17500',
	]
		.flatMap((line) => line.split(', '))
		.flatMap((part) => {
			const [codes = '', least] = part.split('=');
			return codes.split(' ').map((code): [string, number] => [code, Number(least)]);
		}),
);
const MAXIMUM = new Map([
	['idr', 999_999_999_999],
	['cop', 9_999_999_999],
	['inr', 999_999_999],
]);

/** @throws {StripeFault} also for a refund of this amount */
export function expectPayable(amount: number, currency: string): void {
	const refuse = (code: string, message: string) => {
		throw new StripeFault(400, code, message);
	};
	if (!SUPPORTED.has(currency)) refuse('currency_invalid', `Invalid currency: ${currency}`);
	if (amount < 1) refuse('parameter_invalid_integer', 'This value must be greater than or equal to 1.');
	const multiple = (THREE_DECIMAL.includes(currency) && 10) || (WHOLE_ONLY.includes(currency) && 100) || 1;
	if (amount % multiple !== 0) {
		refuse('amount_invalid', `Amounts in ${currency} must be evenly divisible by ${multiple}`);
	}
}

/** @throws {StripeFault} */
export function expectChargeable(amount: number, currency: string): void {
	expectPayable(amount, currency);
	const least = MINIMUM.get(currency) ?? 1;
	if (amount < least) {
		throw new StripeFault(400, 'amount_too_small', `The total amount due must add up to at least ${least} ${currency}`);
	}
	const most = MAXIMUM.get(currency) ?? 99_999_999;
	if (amount > most) {
		throw new StripeFault(400, 'amount_too_large', `The total amount due must be no more than ${most} ${currency}`);
	}
}

/** An error as Stripe's API words it. */
export class StripeFault extends Error {
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}

	get body(): object {
		const known = this.code === 'idempotency' ? 'idempotency_error' : 'invalid_request_error';
		const type = this.status >= 500 ? 'api_error' : known;
		return { error: { type, code: this.code, message: this.message } };
	}
}
