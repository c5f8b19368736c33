/**
 * JSX in which every text beside other children has an element of its own. A browser that translates the page puts its own
 * elements in the place of texts: React would then change texts that nobody sees, and fail when it inserts before or removes
 * one that is gone. build/text-parts.ts puts this module in the place of `react/jsx-runtime`.
 */
import type { ElementType, Key, ReactNode } from 'react';
import { Fragment, jsx as plain, jsxs as plainWithSiblings } from 'react/jsx-runtime';

export { Fragment };

type Props = { children?: ReactNode };

/** Unknown elements: no style and no role is meant for them. */
const [PART, SPACE] = ['text-part', 'text-space'] as unknown as [ElementType, ElementType];

export const jsx: typeof plain = (type, props, key) =>
	plain(type, type === Fragment || Array.isArray((props as Props).children) ? withParts(props as Props) : props, key);

/** @public Compiled JSX calls it. */
export const jsxs: typeof plain = (type, props, key) => plainWithSiblings(type, withParts(props as Props), key);

/** For `<I18nProvider defaultComponent>`: a translated text has an element wherever it stands. */
export const InElement = ({ children }: Props) => jsx(Fragment, { children });

const withParts = (props: Props): Props => ({
	...props,
	children: Array.isArray(props.children) ? partsOf(props.children) : partOf(props.children),
});

/** Texts that follow each other are one, as they are for readers. Every other child keeps its place. */
function partsOf(children: readonly ReactNode[]): ReactNode[] {
	const parts: ReactNode[] = [...children];
	let open = -1;
	parts.forEach((child, index) => {
		if (!isText(child)) open = child && child !== true ? -1 : open;
		else if (open < 0) open = index;
		else {
			parts[open] = String(parts[open] as string | number) + String(child);
			parts[index] = null;
		}
	});
	return parts.map((child, index) => (Array.isArray(child) ? partsOf(child) : partOf(child, index)));
}

function partOf(child: ReactNode, key?: Key): ReactNode {
	if (!isText(child)) return child;
	const text = String(child);
	// What has no letters is a number or a sign. A translator may write it in another way.
	const translate = /\p{L}/u.test(text) ? undefined : 'no';
	return plain(text.trim() ? PART : SPACE, { translate, children: text }, key);
}

const isText = (child: ReactNode): child is string | number =>
	(typeof child === 'string' && child !== '') || typeof child === 'number';
