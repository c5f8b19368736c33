/** Texts of a page live in elements: see ui/text-parts.ts. It cannot see a component that is nothing but a text. */
import { parseSync, Visitor, type ESTree } from 'vite';
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** The components of a file that may return a text, by name. */
function bareTextsIn(name: string, text: string): string[] {
	const found: string[] = [];
	const functions: (string | undefined)[] = [];
	const leave = () => void functions.pop();
	const enter = (node: { id?: ESTree.BindingIdentifier | null }) => void functions.push(node.id?.name);
	new Visitor({
		FunctionDeclaration: enter,
		'FunctionDeclaration:exit': leave,
		FunctionExpression: enter,
		'FunctionExpression:exit': leave,
		ArrowFunctionExpression: () => enter({}),
		'ArrowFunctionExpression:exit': leave,
		ReturnStatement({ argument }) {
			const component = functions.at(-1);
			if (component && /^[A-Z]/.test(component) && argument && isText(argument)) found.push(component);
		},
	}).visit(parseSync(name, text).program);
	return found;
}

function isText(node: ESTree.Expression): boolean {
	if (node.type === 'TemplateLiteral' || node.type === 'TaggedTemplateExpression') return true;
	if (node.type === 'Literal') return typeof node.value === 'string' || typeof node.value === 'number';
	if (node.type === 'ConditionalExpression') return isText(node.consequent) || isText(node.alternate);
	if (node.type === 'LogicalExpression') return isText(node.left) || isText(node.right);
	return node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name.startsWith('format');
}

it('no component is a text without an element', async () => {
	const files = await trackedFiles(/^(?:web|console|ui)\/.*(?<!\.test)\.tsx$/);
	expect(files.flatMap(({ name, text }) => bareTextsIn(name, text).map((one) => `${name}: ${one}`))).toEqual([]);
});

it.each(['return `x`;', 'return t`x`;', "return a ? 'x' : <b />;", 'return formatNumber(1);'])('finds %s', (body) => {
	expect(bareTextsIn('one.tsx', `function One() { ${body} }`)).toEqual(['One']);
});
