/**
 * Cleans HTML that comes from another program before the editor reads it: fans get what the server's policy allows, and the
 * operator is told what is left out. The page's content-security policy stops inline styles in every document, so `style`
 * attributes are read as text, under a name that raises no complaint.
 */
import { playerAddress } from '#contract/values/video-address.ts';

/** How many of each kind fans would not see. */
export interface LeftOut {
	pictures: number;
	videos: number;
	links: number;
}

/** Elements that hold no text for readers. */
const UNSEEN = 'head, script, style, template, noscript, title, meta, link, input, button, select, textarea, xml';
/** What editors say to each other beside the text, and where they say it. */
const REMARKS = '.MsoCommentReference, [href^="#_msocom"], [href^="#cmnt"], [data-style*="mso-element:comment" i]';
/** Blocks that the editor does not know. It would glue their texts together. */
const OTHER_BLOCKS = 'details, summary, dt, dd, caption, center, legend, main, nav, fieldset';
const BLOCKS =
	'address, article, aside, blockquote, div, dl, figure, footer, form, h1, h2, h3, h4, header, hr, li, ol, p, section, table, tbody, td, tfoot, th, thead, tr, ul';
const SHEET = /<style\b.*?<\/style>/gis;
const STYLE = /(<[^<>]*\s)style\s*=\s*/gi;
const INLINE_KEPT = new Set(['A', 'BR', 'IMG', 'IFRAME', 'VIDEO']);

/** `files`: pictures that came within the text, by the `data-waiting` of the element that waits for each. */
export function cleanPasted(html: string) {
	const page = new DOMParser().parseFromString(
		html.replaceAll(SHEET, '').replaceAll(STYLE, '$1data-style='),
		'text/html',
	);
	const { body } = page;
	removeUnseen(body);
	readWordLists(body);
	for (const list of all(body, ':is(ul, ol) > :is(ul, ol)')) readInnerList(list);
	for (const [place, signs] of Object.entries(RAISED)) readRaised(body, place, signs);
	const leftOut = { pictures: 0, videos: 0, links: 0 };
	const files = new Map<string, File>();
	for (const table of all(body, 'table').toReversed()) readTable(table);
	for (const old of all(body, 'h1, .MsoTitle')) rename(old, 'h2');
	for (const old of all(body, 'h5, h6')) rename(old, 'h4');
	for (const old of all(body, 'pre')) readLines(old);
	for (const old of all(body, OTHER_BLOCKS)) rename(old, 'div');
	for (const frame of all(body, 'iframe, video, audio, object, embed')) if (!keepPlayer(frame)) leftOut.videos += 1;
	for (const image of all(body, 'img, svg, canvas')) if (!keepPicture(image, files)) leftOut.pictures += 1;
	for (const reading of all(body, 'ruby:not(:has(rp)) rt')) reading.textContent = `(${reading.textContent})`;
	for (const link of all(body, 'a')) if (!keepLink(link)) leftOut.links += 1;
	readMarks(body);
	// An empty line between blocks is a space that our own style gives.
	for (const line of all(body, `:is(${BLOCKS}) + br, br:has(+ :is(${BLOCKS}))`)) line.remove();
	for (const line of all(body, 'p, h2, h3, h4, li')) if (isBlank(line)) line.remove();
	for (const element of all(body, '*')) keepAttributes(element);
	return { html: body.innerHTML, leftOut, files };
}

const all = (root: Element, selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];

/** Value of a property in a `style` attribute, in small letters. */
function styleOf(element: Element, property: string): string | undefined {
	const rules = (element.getAttribute('data-style') ?? '').split(';').map((rule) => rule.split(':'));
	return rules
		.findLast(([name = '']) => name.trim().toLowerCase() === property)?.[1]
		?.trim()
		.toLowerCase();
}

function rename(old: Element, tag: string): HTMLElement {
	const element = old.ownerDocument.createElement(tag);
	const style = old.getAttribute('data-style');
	if (style !== null) element.setAttribute('data-style', style);
	element.append(...old.childNodes);
	old.replaceWith(element);
	return element;
}

function removeUnseen(body: HTMLElement): void {
	for (const element of all(body, `${UNSEEN}, ${REMARKS}`)) element.remove();
	for (const element of all(body, '[data-style]')) {
		if (styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all') element.remove();
	}
	const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
	const found: Node[] = [];
	while (comments.nextNode()) found.push(comments.currentNode);
	for (const comment of found) (comment as Comment).remove();
}

/** Word writes a list as paragraphs that say `mso-list:l0 level1 lfo1` and begin with their mark. */
function readWordLists(body: HTMLElement): void {
	let open: { name: string; level: number; list: HTMLElement }[] = [];
	for (const line of all(body, 'p[data-style*="mso-list" i]')) {
		const [, name, depth] = /^(\w+) level(\d)/.exec(styleOf(line, 'mso-list') ?? '') ?? [];
		if (name === undefined) continue;
		const level = Number(depth);
		const [outermost] = open;
		const goesOn = outermost && outermost.list === line.previousElementSibling;
		if (!goesOn || (level === outermost.level && name !== outermost.name)) open = [];
		open = open.filter((outer) => outer.level <= level);
		const mark = all(line, '[data-style*="mso-list" i]').find((part) => styleOf(part, 'mso-list') === 'ignore');
		const said = mark?.textContent.trim() ?? '';
		const isNumbered = /^[\p{L}\p{N}]{1,5}[.)]|^\(/u.test(said);
		mark?.remove();
		if (open.at(-1)?.level !== level) {
			const list = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul');
			// A picture or a paragraph between two items makes two lists of one.
			const [number = '1'] = /^\d+(?=[.)]?$)/.exec(said) ?? [];
			if (isNumbered && number !== '1') list.setAttribute('start', number);
			const within = open.at(-1)?.list.lastElementChild;
			if (within) within.append(list);
			else line.before(list);
			open.push({ name, level, list });
		}
		const item = body.ownerDocument.createElement('li');
		open.at(-1)?.list.append(item);
		item.append(line);
	}
}

/** A list within a list, and not within an item, belongs to the item before it. Google Docs begins an indented list by one. */
function readInnerList(list: HTMLElement): void {
	if (list.previousElementSibling) list.previousElementSibling.append(list);
	else list.replaceWith(...list.childNodes);
}

const RAISED = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ' };

/** Without its place, 10⁶ would be read as 106. What has no sign of its own stands on the line. */
function readRaised(body: HTMLElement, place: string, signs: string): void {
	for (const element of all(body, `${place}, [data-style*="vertical-align" i]`)) {
		if (!element.matches(place) && styleOf(element, 'vertical-align') !== place.replace('sup', 'super')) continue;
		const raised = Array.from(
			element.textContent,
			(sign) => signs['0123456789+-=()n'.indexOf(sign.normalize('NFKC').replace('−', '-'))],
		);
		if (raised.length > 0 && !raised.includes(undefined)) element.textContent = raised.join('');
	}
}

/** A table of one column, or around another one or a player, only arranges a page. */
function readTable(table: HTMLElement): void {
	const title = table.querySelector('caption');
	if (title) table.before(rename(title, 'p'));
	const rows = all(table, 'tr').map((row) => [...row.children]);
	const isOneColumn = rows.every((cells) => cells.filter((cell) => !isBlank(cell)).length < 2);
	if (!isOneColumn && !table.querySelector('td :is(table, iframe, video)')) return;
	for (const part of all(table, 'tbody, thead, tfoot, tr, td, th')) rename(part, 'div');
	rename(table, 'div');
}

function readLines(pre: HTMLElement): void {
	const lines = pre.textContent.split('\n').map((text) => {
		const line = pre.ownerDocument.createElement('p');
		line.textContent = text;
		return line;
	});
	pre.replaceWith(...lines);
}

/** A player of YouTube or Vimeo stays, at the address that fans may load; a film of ours too. */
function keepPlayer(frame: HTMLElement): boolean {
	const src = frame.getAttribute('src') ?? frame.getAttribute('data') ?? '';
	const own = frame.tagName === 'VIDEO' ? ownMedia(src) : null;
	const player = own ?? (frame.tagName === 'VIDEO' ? null : playerAddress(src));
	if (player === null) {
		frame.remove();
		return false;
	}
	const kept = own === null && frame.tagName !== 'IFRAME' ? rename(frame, 'iframe') : frame;
	kept.setAttribute('src', player);
	const poster = ownMedia(frame.getAttribute('poster') ?? '');
	if (poster !== null) kept.setAttribute('poster', poster);
	return true;
}

/** A picture of ours stays, one within the text waits for its upload. One that stands for an emoji becomes the emoji. */
function keepPicture(image: HTMLElement, files: Map<string, File>): boolean {
	const address = image.getAttribute('src') ?? '';
	const own = ownMedia(address);
	const alt = image.getAttribute('alt') ?? '';
	if (own !== null) {
		image.setAttribute('src', own);
		return true;
	}
	const isEmoji = /^\p{RGI_Emoji}$/v.test(alt);
	// One pixel counts a visit, what is hidden from a reader decorates, and Google Docs draws the box of a thing to do.
	const isNothing = image.matches('[width="0"], [width="1"], [aria-hidden="true"], [aria-roledescription="checkbox"]');
	const file = isEmoji || isNothing ? null : fileWithin(address);
	if (file) {
		const name = crypto.randomUUID();
		files.set(name, file);
		image.removeAttribute('src');
		image.setAttribute('data-waiting', name);
		return true;
	}
	image.replaceWith(...(isEmoji ? [alt] : []));
	return isEmoji || isNothing;
}

/** The picture that an address such as `data:image/png;base64,…` holds. */
function fileWithin(address: string): File | null {
	const [, type, data] = /^data:(image\/[\w.+-]+);base64,(.+)$/s.exec(address) ?? [];
	if (type === undefined || data === undefined) return null;
	try {
		return new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], type.replace('/', '.'), { type });
	} catch {
		return null;
	}
}

/** Path of a picture or film of this site, also where a browser has completed its address. */
function ownMedia(address: string): string | null {
	const url = URL.parse(address, location.origin);
	return url?.origin === location.origin && /^\/media\/[\da-f]{32}\//.test(url.pathname) ? url.pathname : null;
}

/** The text of a link stays in any case. A place within the other document is nothing to tell of. */
function keepLink(link: HTMLElement): boolean {
	const url = URL.parse(link.getAttribute('href') ?? '');
	// Mail and documents of Google lead over an address that counts readers.
	if (url?.host === 'www.google.com' && url.pathname === '/url')
		link.setAttribute('href', url.searchParams.get('q') ?? '');
	const address = link.getAttribute('href')?.trim() ?? '';
	if (/^(?:https:\/\/|mailto:|\/(?![/\\]))/i.test(address)) return true;
	link.replaceWith(...link.childNodes);
	return address === '' || address.startsWith('#');
}

const MARKS = ['strong', 'em', 'u', 's'] as const;
type Mark = (typeof MARKS)[number];

/**
 * Marks each text with what the nearest element says of it, and removes all other inline elements: Google Docs wraps the
 * whole text in `<b style="font-weight:normal">`, and writes what is bold in styles.
 */
function readMarks(body: HTMLElement): void {
	const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
	const marked: [Text, Mark[]][] = [];
	while (texts.nextNode()) {
		const text = texts.currentNode as Text;
		text.data = text.data.replaceAll(/[\u200B\uFEFF]|(?![\t\n\r])\p{Cc}/gu, '');
		if (text.data.trim() !== '') marked.push([text, MARKS.filter((mark) => isMarked(text, mark))]);
	}
	for (const element of all(body, '*')) {
		if (element.matches(BLOCKS) || INLINE_KEPT.has(element.tagName)) continue;
		element.replaceWith(...element.childNodes);
	}
	for (const [text, marks] of marked) {
		for (const mark of marks) {
			const wrapper = body.ownerDocument.createElement(mark);
			text.replaceWith(wrapper);
			wrapper.append(text);
		}
	}
}

function isMarked(text: Text, mark: Mark): boolean {
	// Headings are bold and links are underlined by our own style.
	const within = { strong: 'h2, h3, h4, th', u: 'a', em: null, s: null }[mark];
	if (within !== null && text.parentElement?.closest(within)) return false;
	for (let element = text.parentElement; element; element = element.parentElement) {
		const said = saysMark(element, mark);
		if (said !== null) return said;
	}
	return false;
}

/** Null if the element says nothing of it. */
function saysMark(element: Element, mark: Mark): boolean | null {
	const line = styleOf(element, 'text-decoration-line') ?? styleOf(element, 'text-decoration') ?? null;
	if (mark === 'strong') {
		const weight = styleOf(element, 'font-weight');
		if (weight !== undefined) return weight.startsWith('bold') || Number(weight) >= 600;
		return ['B', 'STRONG'].includes(element.tagName) || null;
	}
	if (mark === 'em') {
		const slant = styleOf(element, 'font-style');
		if (slant !== undefined) return /^(?:italic|oblique)/.test(slant);
		return ['I', 'EM', 'CITE'].includes(element.tagName) || null;
	}
	const [word, tags] = mark === 'u' ? ['underline', ['U', 'INS']] : ['line-through', ['S', 'STRIKE', 'DEL']];
	return line?.includes(word) === true || tags.includes(element.tagName) || null;
}

const isBlank = (element: Element): boolean =>
	element.textContent.trim() === '' && !element.querySelector('img, iframe, video');

const ATTRIBUTES: Record<string, readonly string[]> = {
	A: ['href'],
	IMG: ['src', 'alt', 'width', 'height', 'data-waiting'],
	IFRAME: ['src', 'title', 'width', 'height'],
	VIDEO: ['src', 'title', 'width', 'height', 'poster'],
	OL: ['start'],
	TD: ['colspan', 'rowspan'],
	TH: ['colspan', 'rowspan'],
};

function keepAttributes(element: Element): void {
	// The editor's own mark of what it copied.
	const kept = ['data-pm-slice', ...(ATTRIBUTES[element.tagName] ?? [])];
	for (const name of element.getAttributeNames()) if (!kept.includes(name)) element.removeAttribute(name);
}
