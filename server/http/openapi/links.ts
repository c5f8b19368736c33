/** Which call may follow which: those whose addresses take what another call's answer holds. */
import { jsonSchema } from './json-schema.ts';
import type { Described } from './document.ts';
import type { Json } from './schemas.ts';

type Links = Record<string, { operationId: string; parameters: Record<string, string> }>;

/** Links of one call to others of the same document. */
export function linksOf({ endpoint, noun }: Described, all: readonly Described[]): Links {
	const given = pointersOf(jsonSchema(endpoint.reply, 'output'));
	const own = parametersIn(endpoint.path);
	const links: Links = {};
	for (const other of all) {
		const wanted = parametersIn(other.endpoint.path);
		if (other.endpoint === endpoint || wanted.length === 0 || (noun !== other.noun && noun !== 'rankings')) continue;
		const parameters = wanted.flatMap((name): [string, string][] => {
			const pointer = given.get(name);
			if (pointer !== undefined) return [[name, `$response.body#/data${pointer}`]];
			return own.includes(name) ? [[name, `$request.path.${name}`]] : [];
		});
		if (parameters.length < wanted.length) continue;
		links[other.endpoint.name] = {
			operationId: other.endpoint.name,
			parameters: Object.fromEntries<string>(parameters),
		};
	}
	return links;
}

const parametersIn = (path: string): string[] => [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);

/** Where in an answer each field stands first; `id` below `news_list` or `news` is a `news_id`. */
function pointersOf(schema: Json, at = '', parent = ''): Map<string, string> {
	const found = new Map<string, string>();
	const inner = Array.isArray(schema['anyOf']) ? (schema['anyOf'][0] as Json) : schema;
	if (inner['type'] === 'array') return pointersOf((inner['items'] ?? {}) as Json, `${at}/0`, parent);
	for (const [name, field] of Object.entries((inner['properties'] ?? {}) as Record<string, Json>)) {
		const known = name === 'id' ? `${parent.replace(/_list$/, '')}_id` : name;
		const below = pointersOf(field, `${at}/${name}`, name);
		for (const [key, pointer] of [[known, `${at}/${name}`] as const, ...below]) {
			if (!found.has(key)) found.set(key, pointer);
		}
	}
	return found;
}
