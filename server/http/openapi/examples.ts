/** An example for every input of the API documents: a value of each field that a running site might have. */
import type { Json } from './schemas.ts';

const PICTURE = '0123456789abcdef0123456789abcdef';
const NAMED: Record<string, unknown> = {
	ranking_key: 'monthly-2026-11',
	tag: 'Zf3kQ8s1u0c2bP7rWm4xYA',
	sso_type: 'google',
	callback_url: 'http://localhost:3000/login-callback',
	email: 'ana@fans.example',
	name: 'Ana',
	country: 'KR',
	language: 'ko',
	contact_mail: 'help@site.example',
	endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/a-long-name',
	// Of RFC 8291.
	p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
	auth: 'BTBZMqHH6r4Tts7J_aSIgg',
	replaces: 'https://updates.push.services.mozilla.com/wpush/v2/a-former-name',
	former_endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/a-former-name',
	former_auth: 'BTBZMqHH6r4Tts7J_aSIgg',
	token: `1.claim_ready.${PICTURE.repeat(2).slice(0, 43)}`,
	link_token: PICTURE.repeat(2).slice(0, 43),
	trade_no: 'Vb3kQw9TzL2mXc7RnYs4Fg',
	payment_method: 'PAYMENT_METHOD_STRIPE_CARD',
	search_keyword: 'stage',
	month: '2026-12',
	id: 'rank-rewards',
	view_id: 'rank-rewards',
	after: '3.1842',
	cursor: '',
	return_to: '/console',
	key: 'interviews',
	why: 'Asked for by the fan, ticket 4711',
	statement: 'Votes of 40 accounts of one actor',
	title: 'A new stage',
	approval_id: '3c9d2b1e-6f4a-4d1c-9a57-0e8b7c6d5f42',
	import_id: '3c9d2b1e-6f4a-4d1c-9a57-0e8b7c6d5f42',
	pop_up_id: '3c9d2b1e-6f4a-4d1c-9a57-0e8b7c6d5f42',
	payload_hash: PICTURE.repeat(2),
	network: PICTURE.repeat(2),
	session_id: PICTURE.slice(0, 24),
	media_id: PICTURE,
	pc_media_id: PICTURE,
	cover_media_id: PICTURE,
	avatar_media_id: PICTURE,
	background_media_id: PICTURE,
	link_url: '/news',
	cover_link_url: '/news',
	webhook_url: 'https://hooks.slack.com/services/a-long-name',
	url: 'https://social.example/site',
	starts_local: '2027-01-01T00:00',
	ends_local: '2027-02-01T00:00',
	publish_local: '2026-12-01T09:00',
	joined_from_local: '2026-11-01T00:00',
	joined_to_local: '2026-11-02T00:00',
	incident_url: null,
	cast_from_local: '2026-11-01T00:00',
	cast_to_local: '2026-11-02T00:00',
	from: '2026-11-01',
	until: '2026-11-30',
	day: '2026-11-30',
	birthday: '2001-05-09',
	native_lang: 'ko',
	nationality: 'KR',
	fan_color: '#2fd3c2',
	birth_month: '5',
	currency: 'USD',
	currency_name: 'USD',
	currency_symbol: 'US$',
	timezone: 'Asia/Seoul',
	timezone_name: 'KST',
	rewards: [10, 10, 20, 20, 30, 30, 50],
	filter: { artist_id: 1 },
	main_tab: 'solo',
	target: 'fan:12345',
};

export function exampleOf(schema: Json, name: string): unknown {
	if (name in NAMED && schema['type'] !== 'object' && schema['type'] !== 'integer') return NAMED[name];
	if ('const' in schema) return schema['const'];
	if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
	if (Array.isArray(schema['anyOf'])) return exampleOf(schema['anyOf'][0] as Json, name);
	if (schema['type'] === 'object') {
		if (name in NAMED) return NAMED[name];
		const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
		return Object.fromEntries(fields.map(([field, inner]) => [field, exampleOf(inner, field)]));
	}
	if (schema['type'] === 'array') return [exampleOf(schema['items'] as Json, name)];
	if (Array.isArray(schema['type'])) return '1';
	if (schema['type'] === 'integer' || schema['type'] === 'number') return Math.max(1, Number(schema['minimum'] ?? 1));
	if (schema['type'] === 'boolean') return false;
	return 'text';
}
