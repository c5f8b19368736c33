/**
 * Writes the framework's chunk as a classic script. Browsers keep the compiled code of classic scripts for the next visit;
 * that of modules Chromium compiles again each time, which takes a cheap phone a quarter of a second. The
 * script leaves its exports in a global variable, and the other chunks read them there. web/first-paint/fetch-scripts.ts
 * runs it before any of them.
 */
import { posix } from 'node:path';
import { parseAst, type ESTree, type Plugin, type Rolldown } from 'vite';
import { FRAMEWORK_CHUNK, FRAMEWORK_GLOBAL } from '../contract/values/first-paint.ts';

/** Part of every chunk's hash: files that were written in another way must have other names. */
const WAY_OF_WRITING = 'classic framework 1';

export function classicFramework(): Plugin {
	return {
		name: 'classic-framework',
		// What the build itself runs has no such chunk.
		apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
		augmentChunkHash: () => WAY_OF_WRITING,
		generateBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
			const framework = chunks.find(({ name }) => name === FRAMEWORK_CHUNK);
			if (!framework) throw new Error(`The build has no chunk ${FRAMEWORK_CHUNK}`);
			framework.code = classicScript(
				framework,
				new Map(chunks.map(({ fileName, code }) => [posix.basename(fileName), code])),
			);
			for (const chunk of chunks) {
				if (chunk !== framework) chunk.code = readingGlobal(chunk.code, posix.basename(framework.fileName));
			}
		},
	};
}

/**
 * The chunk as a function that is called at once. Chunks that it imports are small and have no state: their code is repeated.
 * @throws {Error} if one of them is not of the build, or imports others itself
 */
function classicScript(framework: Rolldown.OutputChunk, codes: ReadonlyMap<string, string>): string {
	const { code } = framework;
	let body = '';
	let from = 0;
	let exported = '';
	for (const statement of parseAst(code).body) {
		if (statement.type === 'ImportDeclaration') {
			const source = codes.get(posix.basename(statement.source.value));
			if (source === undefined) throw new Error(`The framework imports ${statement.source.value}, which is no chunk`);
			body += code.slice(from, statement.start) + constantsOf(statement, wrapped(source));
		} else if (statement.type === 'ExportNamedDeclaration') {
			body += code.slice(from, statement.start);
			exported += exportsOf(statement);
		} else continue;
		from = statement.end;
	}
	return `(function(){"use strict";${body}${code.slice(from)};globalThis.${FRAMEWORK_GLOBAL}={${exported}}})();`;
}

/** A module without imports, as an expression that gives its exports. */
function wrapped(code: string): string {
	let exported = '';
	let body = '';
	let from = 0;
	for (const statement of parseAst(code).body) {
		if (statement.type === 'ImportDeclaration') throw new Error('The framework imports a chunk that imports others');
		if (statement.type !== 'ExportNamedDeclaration') continue;
		body += code.slice(from, statement.start);
		exported += exportsOf(statement);
		from = statement.end;
	}
	return `(function(){${body}${code.slice(from)};return{${exported}}})()`;
}

/** Code of a chunk that reads the framework's exports from the global variable. */
function readingGlobal(code: string, file: string): string {
	let result = '';
	let from = 0;
	for (const statement of parseAst(code).body) {
		if (
			statement.type === 'ExportNamedDeclaration' &&
			statement.source &&
			posix.basename(statement.source.value) === file
		)
			throw new Error(`A chunk passes on exports of ${file}`);
		if (statement.type !== 'ImportDeclaration' || posix.basename(statement.source.value) !== file) continue;
		result += code.slice(from, statement.start) + constantsOf(statement, `globalThis.${FRAMEWORK_GLOBAL}`);
		from = statement.end;
	}
	return result + code.slice(from);
}

function constantsOf({ specifiers }: ESTree.ImportDeclaration, value: string): string {
	if (specifiers.length === 0) return '';
	const names = specifiers.map((specifier) => {
		if (specifier.type !== 'ImportSpecifier') throw new Error('A chunk imports all of another one');
		return `${nameOf(specifier.imported)}:${specifier.local.name}`;
	});
	return `const{${names.join()}}=${value};`;
}

function exportsOf({ declaration, specifiers, source }: ESTree.ExportNamedDeclaration): string {
	if (declaration || source) throw new Error('A chunk exports in a way that is not expected');
	return specifiers.map(({ exported, local }) => `${nameOf(exported)}:${nameOf(local)},`).join('');
}

function nameOf(name: ESTree.ModuleExportName): string {
	return name.type === 'Identifier' ? name.name : JSON.stringify(name.value);
}
