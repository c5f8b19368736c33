import fc from 'fast-check';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Fragment, jsx, jsxs } from './text-parts.ts';

const written = (node: ReactNode) => renderToStaticMarkup(createElement('div', null, node));

test('a text beside another child gets an element, and one alone needs none', () => {
	expect(written(jsx('p', { children: 'alone' }))).toBe('<div><p>alone</p></div>');
	expect(written(jsxs('p', { children: [jsx('b', { children: '3' }), ' votes'] }))).toBe(
		'<div><p><b>3</b><text-part> votes</text-part></p></div>',
	);
	expect(written(jsx(Fragment, { children: 'bare' }))).toBe('<div><text-part>bare</text-part></div>');
});

test('numbers and signs are not translated', () => {
	expect(written(jsxs('p', { children: ['+', 1_200] }))).toBe(
		'<div><p><text-part translate="no">+1200</text-part></p></div>',
	);
});

const child: fc.Arbitrary<ReactNode> = fc.letrec<{ child: ReactNode }>((tie) => ({
	child: fc.oneof(
		{ depthSize: 'small' },
		fc.string({ maxLength: 4 }),
		fc.integer(),
		fc.constantFrom(null, undefined, false, true),
		fc.array(tie('child'), { maxLength: 4 }).map((children) => jsxs('i', { children })),
		fc.array(tie('child'), { maxLength: 3 }),
	),
})).child;

const withoutParts = (html: string) => html.replaceAll(/<\/?text-(?:part|space)[^>]*>/g, '');

test('no text ever has a sibling, and none is lost', () => {
	// The generated lists have no keys.
	vi.spyOn(console, 'error').mockReturnValue();
	onTestFinished(() => void vi.restoreAllMocks());
	fc.assert(
		fc.property(fc.array(child, { minLength: 2, maxLength: 5 }), (children) => {
			const parts = written(jsxs('p', { children }));
			expect(withoutParts(parts)).toBe(withoutParts(written(createElement('p', null, ...children))));
			expect(parts).not.toMatch(/(?:<\/[a-z-]+>|<(?:p|div)>)[^<]/);
		}),
	);
});
