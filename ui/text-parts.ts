/**
 * JSX in which every text beside other children has an element of its own. A browser that translates the page puts its own
 * elements in the place of texts: React would then change texts that nobody sees, and fail when it inserts before or removes
 * one that is gone. vite.config.ts puts this module in the place of React's JSX runtimes, for the code of libraries too.
 */
import { createElement, type ElementType, Fragment, type Key, type ReactElement, type ReactNode } from 'react';

export { Fragment };

type Props = { children?: ReactNode; [name: string]: unknown };
type Jsx = (type: ElementType, props: Props, key?: Key) => ReactElement;

/** Unknown elements: no style and no role is meant for them. */
const [PART, SPACE] = ['text-part', 'text-space'] as unknown as [ElementType, ElementType];

export const jsx: Jsx = (type, props, key) =>
	element(type, type === Fragment || Array.isArray(props.children) ? withParts(props) : props, key);

/** @public Compiled JSX calls it. Its children are written one by one, so that they need no keys. */
export const jsxs: Jsx = (type, props, key) => {
	const { children, ...rest } = withParts(props);
	return element(type, rest, key, ...(children as ReactNode[]));
};

/** @public As the development server compiles JSX. */
export const jsxDEV = (type: ElementType, props: Props, key: Key | undefined, isStatic: boolean): ReactElement =>
	(isStatic ? jsxs : jsx)(type, props, key);

const element = (type: ElementType, props: Props, key?: Key, ...children: ReactNode[]): ReactElement =>
	createElement(type, key === undefined ? props : { ...props, key }, ...children);

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
	return element(text.trim() ? PART : SPACE, { translate, children: text, ...mayDiffer(text) }, key);
}

/** The browser may write numbers and times in another way than the server did: the server's stand until they change. */
const mayDiffer = (text: string) => (/\d/.test(text) ? { suppressHydrationWarning: true } : {});

const isText = (child: ReactNode): child is string | number =>
	(typeof child === 'string' && child !== '') || typeof child === 'number';
