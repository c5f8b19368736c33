/**
 * A Vite plugin for the fans' bundle: a browser needs to know where a call goes, not how its shapes are checked. Taking
 * the shapes out of the calls lets the bundler drop the validator from the first view (10 kB gzip). Shapes that a form
 * imports by name stay as they are. See decision 0001.
 */
import { type ESTree, parseAst, type Plugin } from 'vite';

/** Fields of an endpoint that client/call.ts never reads. */
const SERVER_ONLY = new Set(['summary', 'access', 'params', 'query', 'reply', 'events', 'problems']);

export function slimContract(): Plugin {
	return {
		name: 'slim-contract',
		enforce: 'pre',
		apply: 'build',
		transform: {
			filter: { id: /\/contract\/[\w-]+\.ts$/, code: /= endpoint\(/ },
			handler: (code) => ({ code: withoutShapes(code), map: null }),
		},
	};
}

interface Property {
	name: string;
	start: number;
	value: { start: number; end: number };
}

/** Blanks are put where the shapes were, so that every line and column stays where it is. */
export function withoutShapes(code: string): string {
	let slim = code;
	for (const { properties, end } of definitionsIn(code)) {
		for (const [index, property] of properties.entries()) {
			const next = properties[index + 1]?.start ?? end - 1;
			if (SERVER_ONLY.has(property.name)) slim = replaced(slim, property.start, next, '');
			if (property.name === 'body') slim = replaced(slim, property.value.start, property.value.end, 'true');
		}
	}
	return slim;
}

/** The object in each `export const name = endpoint({ … })`. */
function definitionsIn(code: string): { properties: Property[]; end: number }[] {
	return parseAst(code, { lang: 'ts' }).body.flatMap((statement) => {
		if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
		return statement.declaration.declarations.flatMap(({ init }) => {
			if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint')
				return [];
			const [definition] = init.arguments;
			if (definition?.type !== 'ObjectExpression') return [];
			return [{ properties: definition.properties.flatMap(propertyOf), end: definition.end }];
		});
	});
}

function propertyOf(part: ESTree.ObjectPropertyKind): Property[] {
	if (part.type !== 'Property' || part.key.type !== 'Identifier') return [];
	return [{ name: part.key.name, start: part.start, value: part.value }];
}

function replaced(code: string, start: number, end: number, text: string): string {
	const blank = code.slice(start + text.length, end).replaceAll(/[^\n]/g, ' ');
	return code.slice(0, start) + text + blank + code.slice(end);
}
