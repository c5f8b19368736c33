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

export const jsxs: typeof plain = (type, props, key) => plainWithSiblings(type, withParts(props as Props), key);

/** For `<I18nProvider defaultComponent>`: a translated text has an element wherever it stands. */
export const InElement = ({ children }: Props) => jsx(Fragment, { children });

const withParts = (props: Props): Props => ({ ...props, children: partOf(props.children) });

function partOf(child: ReactNode, key?: Key): ReactNode {
	if (Array.isArray(child)) return child.map(partOf);
	const text = typeof child === 'number' ? String(child) : child;
	if (!text || typeof text !== 'string') return child;
	// What has no letters is a number or a sign. A translator may write it in another way.
	const translate = /\p{L}/u.test(text) ? undefined : 'no';
	return plain(text.trim() ? PART : SPACE, { translate, children: text }, key);
}
