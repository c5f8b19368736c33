/**
 * Babel plugin: keeps each English text, compiled, in the code that shows it. So English needs no catalog, a text is
 * loaded with its page, and a text that another language lacks is shown in English.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** The parts of Babel's types that are used here. */
interface Node {
	type: string;
	leadingComments?: { value: string }[] | null;
}
interface Property extends Node {
	key: { name?: string };
	value: Node & { value?: unknown };
}
interface Path {
	node: Node & { properties: Property[] };
	traverse: (visitor: object) => void;
}
interface Babel {
	types: { valueToNode: (value: unknown) => Property['value'] };
}

/** Runs after Lingui's macros, which mark their message descriptors by the comment `i18n`. */
export function inlineMessages({ types }: Babel) {
	const visitor = {
		ObjectExpression({ node }: Path): void {
			if (!node.leadingComments?.some(({ value }) => value.trim().endsWith('i18n'))) return;
			const message = node.properties.find(({ key }) => key?.name === 'message');
			if (typeof message?.value.value !== 'string') return;
			message.value = types.valueToNode(compileMessage(message.value.value));
		},
	};
	return { name: 'inline-messages', visitor: { Program: { exit: (program: Path) => program.traverse(visitor) } } };
}
