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
