/** Requests that once had a wrong answer. They are sent in every run of fuzz.test.ts; what it finds is added here. */
import type { FuzzRequest } from '../../fixtures/fuzz/requests.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const CONSOLE = { ...JSON_TYPE, 'x-lightstick-console': '1' };

const fan = (name: string, path: string, body?: object): FuzzRequest => ({
	name,
	role: 'fan',
	path,
	...(body ? { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) } : { method: 'GET', headers: {} }),
});

const inConsole = (name: string, path: string, more: Partial<FuzzRequest>): FuzzRequest => ({
	name,
	role: 'owner',
	method: 'POST',
	path,
	headers: CONSOLE,
	...more,
});

export const keptCases: FuzzRequest[] = [
	fan('getNewsList', '/news/list?page=x&search_keyword=a%00b'),
	fan('getNewsList', '/news/list?category_id=2147483648'),
	fan('createOrder', '/orders/create', { goods_id: 2_147_483_648 }),
	fan('castVote', '/rankings/vote/november', { artist_id: 3_000_000_000, ticket_number: 1 }),
	fan('updateMe', '/user/me/update', { email: `a@${'.'.repeat(60_000)}@`, name: 'Ana' }),
	fan('getArtist', `/artists/detail/${'9'.repeat(400)}`),
	{ ...fan('getLoginAddress', `/login/sso?sso_type=${'%20'.repeat(6_000)}`), role: 'unregistered' },
	inConsole('createCategory', '/console/news-categories', { body: '{"name":"a\\ud800b","key":"name","position":8}' }),
	inConsole('uploadPicture', '/console/media', {
		body: '',
		headers: { ...CONSOLE, 'content-type': 'multipart/form-data' },
	}),
	inConsole('listArtists', `/console/artists?cursor=${Buffer.from('["",2147483648]').toString('base64url')}`, {
		method: 'GET',
		role: 'viewer',
	}),
];
