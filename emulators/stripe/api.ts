/** The slice of Stripe’s HTTP API that the site uses. Forms come as `line_items[0][price_data][currency]=usd`. */
import { StripeFault } from './amounts.ts';
import type { NewSession, StripeState } from './state.ts';

interface ApiRequest {
	method: string;
	path: string;
	/** Query or body. */
	form: URLSearchParams;
	authorization: string | undefined;
	idempotencyKey: string | undefined;
}

type Api = (request: ApiRequest) => object;

const PAGE = 100;

export function openApi(state: StripeState, secretKey: string): Api {
	return (request) => {
		if (request.authorization !== `Bearer ${secretKey}`) {
			throw new StripeFault(401, 'api_key_invalid', 'Invalid API Key provided');
		}
		const { idempotencyKey: key, method, path, form } = request;
		if (method !== 'POST' || key === undefined) return answer(state, request);
		if (key.length > 255)
			throw new StripeFault(400, 'idempotency', 'The idempotency key is longer than 255 characters');
		const asked = `${path} ${form.toString()}`;
		const { remembered } = state;
		const earlier = remembered.get(key);
		if (earlier && earlier.asked !== asked) {
			throw new StripeFault(
				400,
				'idempotency',
				'Keys for idempotent requests can only be used with the same parameters they were first used with.',
			);
		}
		if (earlier) return earlier.answer;
		// As Stripe does: a copy, so that a repeated request gets what was true then.
		const first = structuredClone(answer(state, request));
		remembered.set(key, { asked, answer: first });
		return first;
	};
}

function answer(state: StripeState, { method, path, form }: ApiRequest): object {
	const [, version, ...parts] = path.split('/');
	const route = `${method} ${parts.map((part) => (/^(cs_|evt_|re_)/.test(part) ? ':id' : part)).join('/')}`;
	const id = parts.find((part) => /^(cs_|evt_|re_)/.test(part)) ?? '';
	if (version === 'v1') {
		switch (route) {
			case 'POST checkout/sessions':
				return state.createSession(newSession(form));
			case 'GET checkout/sessions/:id':
				return state.readSession(id);
			case 'POST checkout/sessions/:id/expire':
				return state.expireSession(id);
			case 'POST refunds':
				return newRefund(state, form);
			case 'GET refunds':
				return listOf(state.refunds.values(), form, '/v1/refunds');
			case 'GET disputes':
				return listOf(state.disputes.values(), form, '/v1/disputes');
			case 'GET events':
				return eventList(state, form);
			default:
		}
	}
	throw new StripeFault(404, 'url_invalid', `Unrecognized request URL (${method}: ${path})`);
}

function newSession(form: URLSearchParams): NewSession {
	const currency = form.get('line_items[0][price_data][currency]');
	const amount = numberAt(form, 'line_items[0][price_data][unit_amount]');
	const success = form.get('success_url');
	if (form.has('payment_method_types[0]')) {
		throw new StripeFault(400, 'parameter_unknown', 'Received unknown parameter: payment_method_types');
	}
	if (form.get('mode') !== 'payment' || !currency || amount === null || !success) {
		throw new StripeFault(400, 'parameter_missing', 'mode, success_url and line_items are required');
	}
	return {
		currency,
		amount_total: amount * (numberAt(form, 'line_items[0][quantity]') ?? 1),
		item_name: form.get('line_items[0][price_data][product_data][name]') ?? '',
		client_reference_id: form.get('client_reference_id'),
		metadata: mapAt(form, 'metadata'),
		payment_metadata: mapAt(form, 'payment_intent_data[metadata]'),
		success_url: success,
		cancel_url: form.get('cancel_url'),
		expires_at: numberAt(form, 'expires_at'),
	};
}

function newRefund(state: StripeState, form: URLSearchParams): object {
	const amount = numberAt(form, 'amount') ?? undefined;
	return state.refund(form.get('payment_intent') ?? '', amount, mapAt(form, 'metadata'));
}

/** Lists the refunds or disputes of one payment, newest first. */
function listOf(things: Iterable<{ payment_intent: string }>, form: URLSearchParams, url: string): object {
	const payment = form.get('payment_intent');
	const data = [...things].filter(({ payment_intent }) => payment_intent === payment).toReversed();
	return { object: 'list', url, has_more: data.length > PAGE, data: data.slice(0, PAGE) };
}

/** Lists events newest first, in pages. */
function eventList(state: StripeState, form: URLSearchParams): object {
	const since = numberAt(form, 'created[gte]') ?? 0;
	// Sent as `types[]=a&types[]=b` or `types[0]=a`.
	const types = new Set([...form].filter(([key]) => key.startsWith('types[')).map(([, type]) => type));
	const all = state.events
		.filter(({ created, type }) => created >= since && (types.size === 0 || types.has(type)))
		.toReversed();
	const after = form.get('starting_after');
	const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
	const data = all.slice(start, start + (numberAt(form, 'limit') ?? PAGE));
	return { object: 'list', url: '/v1/events', has_more: start + data.length < all.length, data };
}

function numberAt(form: URLSearchParams, key: string): number | null {
	const text = form.get(key);
	if (text === null) return null;
	if (!/^-?[0-9]+$/.test(text)) throw new StripeFault(400, 'parameter_invalid_integer', `Invalid integer: ${text}`);
	return Number(text);
}

function mapAt(form: URLSearchParams, key: string): Record<string, string> {
	const below = [...form].filter(([name]) => name.startsWith(`${key}[`));
	return Object.fromEntries(below.map(([name, value]) => [name.slice(key.length + 1, -1), value]));
}
