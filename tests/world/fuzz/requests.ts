/** Requests made from an API document: well framed, and wrong in what they say as often as right. */
import { aKey } from '../people.ts';
import type { Chance } from './chance.ts';
import { valueOf, type Making, type Schema } from './values.ts';
import type { Known } from './known.ts';

interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required: boolean;
	schema: Schema;
}

export interface Operation {
	operationId: string;
	parameters: Parameter[];
	requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface Document {
	paths: Record<string, Record<string, Operation>>;
}

/** One call of a document, with where it is. */
export interface Target extends Operation {
	path: string;
	method: string;
	ofConsole: boolean;
}

export interface FuzzRequest {
	/** The call that it was made for; another method may have been sent. */
	name: string;
	role: string;
	method: string;
	/** Below `/api/v1`. */
	path: string;
	headers: Record<string, string>;
	body?: string;
}

export function targetsOf({ paths }: Document): Target[] {
	return Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations).map(([method, operation]) => ({
			...operation,
			...{ path, method: method.toUpperCase(), ofConsole: path.startsWith('/console') },
		})),
	);
}

/** The more often it stands here, the more often it asks. */
const FAN_ROLES = [...times(8, 'fan'), 'other fan', 'unregistered', 'suspended', 'anonymous', 'stranger', 'owner'];
const CONSOLE_ROLES = [
	...times(6, 'owner'),
	'finance',
	'finance',
	'editor',
	'editor',
	'viewer',
	'fan',
	'anonymous',
	'stranger',
];
const BAD_BODIES = [
	'',
	'null',
	'[]',
	'"text"',
	'7',
	'{',
	'{"a":',
	'{"__proto__":{"x":1}}',
	'['.repeat(2_000),
	'\ufeff{}',
	'{}{}',
];
const ODD_KEYS = ['', 'short', 'x'.repeat(37), 'ü'.repeat(22), 'a b'.repeat(8)];

/** Half of the requests are right, as far as a document tells; the others have a wrong field, or many. */
const WRONG = [0, 0, 0, 0.1, 0.2, 0.4];

export function makeRequest(target: Target, known: Known, chance: Chance): FuzzRequest {
	const { operationId: name, ofConsole, parameters } = target;
	const making = { known, chance, wrong: chance.oneOf(WRONG) };
	const given = (place: Parameter['in']) =>
		parameters
			.filter((parameter) => parameter.in === place && chance.of(parameter.required ? 1 - making.wrong / 10 : 0.5))
			.map((parameter) => [parameter.name, valueOf(parameter.schema, parameter.name, making)] as const);
	const inPath = new Map(given('path'));
	const query = given('query').map(([key, value]) => `${key}=${written(value)}`);
	const path = target.path.replaceAll(/\{([a-z_]+)\}/g, (_, key: string) => written(inPath.get(key)).slice(0, 900));
	const body = bodyOf(target, making);
	return {
		...{ name, role: chance.oneOf(ofConsole ? CONSOLE_ROLES : FAN_ROLES) },
		method: chance.of(0.02) ? chance.oneOf(['PATCH', 'DELETE', 'PUT', 'POST', 'TRACE', 'OPTIONS']) : target.method,
		path: query.length > 0 ? `${path}?${query.join('&')}` : path,
		headers: { ...headersOf(target, chance), ...body?.headers },
		...(body ? { body: body.text } : {}),
	};
}

/** As an address holds it. Half of a character has no form there. */
function written(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return encodeURIComponent(text.toWellFormed().slice(0, 3_000)) || '%00';
}

/** Few, so that one is used twice. */
const keys = Array.from({ length: 40 }, aKey);

function headersOf({ ofConsole, parameters }: Target, chance: Chance): Record<string, string> {
	const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key');
	const key = chance.of(0.1) ? chance.oneOf(ODD_KEYS) : chance.of(0.3) ? chance.oneOf(keys) : aKey();
	return {
		...(ofConsole && chance.of(0.97) ? { 'x-lightstick-console': '1' } : {}),
		...(takesKey && chance.of(0.95) ? { 'idempotency-key': encodeURIComponent(key) } : {}),
		...(takesKey && chance.of(0.1) ? { 'idempotency-retry': '1' } : {}),
	};
}

interface Body {
	text: string;
	headers: Record<string, string>;
}

function bodyOf({ requestBody, method }: Target, making: Making): Body | null {
	const { chance } = making;
	const json = requestBody?.content['application/json'];
	const type = chance.of(0.98) ? 'application/json' : chance.oneOf(['text/plain', 'application/xml', 'x']);
	const headers = { 'content-type': type };
	if (method !== 'GET' && chance.of(0.04)) return { text: chance.oneOf(BAD_BODIES), headers };
	if (json) return { text: JSON.stringify(valueOf(json.schema, 'body', making)) ?? '', headers };
	return requestBody ? formOf(chance) : null;
}

const FILES = [
	'en_name\nSolo 01\n',
	'artist_id\n1\n2147483648\n',
	'"',
	'\0',
	'',
	'GIF89a',
	'<svg/>',
	'en_name\na\0b\n',
];

function formOf(chance: Chance): Body {
	const name = chance.oneOf(['a.csv', 'a\0b.png', '../x', '💜']);
	const head = `content-disposition: form-data; name="file"; filename="${name}"`;
	const text = `--b\r\n${head}\r\n\r\n${chance.oneOf(FILES)}\r\n--b--\r\n`;
	const boundary = chance.oneOf([
		'; boundary=b',
		'; boundary=b',
		'; boundary=b',
		'; boundary=other',
		'; boundary=',
		'',
	]);
	return { text, headers: { 'content-type': `multipart/form-data${boundary}` } };
}

function times(count: number, role: string): string[] {
	return Array.from({ length: count }, () => role);
}
