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
		const types: Record<number, string> = { 401: 'invalid_request_error', 429: 'invalid_request_error' };
		const type = this.status >= 500 ? 'api_error' : (types[this.status] ?? 'invalid_request_error');
		return {
			error: { type: this.code === 'idempotency' ? 'idempotency_error' : type, code: this.code, message: this.message },
		};
	}
}
