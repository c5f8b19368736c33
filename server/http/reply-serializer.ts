/** Writes responses by the contract. */
import serializer from 'fast-json-stringify';
import type { Endpoint } from '#contract/endpoint.ts';
import { jsonSchema } from './openapi/schemas.ts';

type Write = (response: unknown) => string;

/** To compile one takes a millisecond, and there are two hundred: a process that opens several sites does it once. */
const compiled = new WeakMap<Endpoint, Write>();

/** Returns the schema of a response. */
function envelopeSchema(endpoint: Endpoint): object {
	return {
		type: 'object',
		properties: { code: { type: 'integer' }, message: { type: 'string' }, data: jsonSchema(endpoint.reply, 'output') },
		required: ['code', 'message', 'data'],
	};
}

/** Returns the serializer of an endpoint's responses, the framework's own. It omits fields that the contract does not name. */
export function serializerOf(endpoint: Endpoint): Write {
	const write = compiled.get(endpoint) ?? serializer(envelopeSchema(endpoint));
	compiled.set(endpoint, write);
	return write;
}
