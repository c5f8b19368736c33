/** Sanitizes operators' HTML. Fans get copies with this policy's version: raise it, and older copies are built again. */
import sanitize from 'sanitize-html';
import { cut, isWithin, mended, unreversed } from '#contract/values/text.ts';
import { playerAddress } from '#contract/values/video-address.ts';

export const POLICY_VERSION = 5;

/** Video players that may be embedded: exact hosts, also the page policy's frame-src. */
export const VIDEO_HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com'] as const;

const policy: sanitize.IOptions = {
	allowedTags:
		'p h2 h3 h4 br hr ul ol li blockquote strong b em i u s a img figure figcaption iframe video table tbody tr th td'.split(
			' ',
		),
	allowedAttributes: {
		a: ['href', 'target', 'rel'],
		img: ['src', 'alt', 'width', 'height', 'loading'],
		iframe: ['src', 'title', 'width', 'height', 'loading', 'sandbox', 'referrerpolicy', 'allow', 'allowfullscreen'],
		video: ['src', 'title', 'poster', 'width', 'height', 'controls', 'playsinline', 'preload'],
		ol: ['start'],
		th: ['colspan', 'rowspan'],
		td: ['colspan', 'rowspan'],
	},
	allowedSchemes: ['https', 'mailto'],
	allowedSchemesAppliedToAttributes: ['href', 'src'],
	allowProtocolRelative: false,
	allowedIframeHostnames: [...VIDEO_HOSTS],
	allowIframeRelativeUrls: false,
	transformTags: {
		a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs) }),
		img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs['alt'] ?? '', loading: 'lazy' } }),
		video: (tagName, attribs) => ({ tagName, attribs: playerAttributes(attribs) }),
		iframe: (tagName, attribs) => ({ tagName, attribs: embedAttributes(attribs) }),
	},
	// Pictures and films are ours or they are not shown: nothing is hot-linked.
	exclusiveFilter: ({ tag, attribs }) =>
		(['img', 'video'].includes(tag) && !isOurs(attribs['src'])) || (tag === 'iframe' && !attribs['src']),
};

const isOurs = (address: string | undefined): boolean => /^\/media\/[0-9a-f]{32}\//.test(address ?? '');

/** A film plays when somebody presses play, and in its place. */
function playerAttributes({ poster, ...rest }: sanitize.Attributes): sanitize.Attributes {
	const shown = { ...rest, controls: '', playsinline: '', preload: 'metadata' };
	return poster !== undefined && isOurs(poster) ? { ...shown, poster } : shown;
}

/** What a player needs. YouTube and Vimeo refuse a hidden origin; their own links open windows free of the sandbox. */
const embedAttributes = ({ src = '', title, width, height }: sanitize.Attributes): sanitize.Attributes => ({
	src: playerAddress(src) ?? src,
	...(title !== undefined && { title }),
	...(width !== undefined && { width }),
	...(height !== undefined && { height }),
	loading: 'lazy',
	sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
	referrerpolicy: 'strict-origin-when-cross-origin',
	allow: 'fullscreen; picture-in-picture; encrypted-media',
	allowfullscreen: '',
});

/** Other sites open in a window of their own and learn nothing of ours. */
function linkAttributes({ href = '' }: sanitize.Attributes): sanitize.Attributes {
	const local = href.startsWith('/') && !/^\/[/\\]/.test(href);
	return local ? { href } : { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

export function sanitizeHtml(raw: string): { html: string; policy: number } {
	// An entity may name a character that the raw text may not hold.
	return { html: unreversed(sanitize(raw, policy)), policy: POLICY_VERSION };
}

const LINE_BREAK = /<(?:br|hr|\/?(?:p|h\d|[ou]l|li|blockquote|figure|figcaption|table|td|th))\b/g;

/** The text alone, on one line, cut at the last space unless half would go: some languages write no spaces. */
export function plainText(html: string, length: number): string {
	const text = sanitize(html.replaceAll(LINE_BREAK, ' $&'), { allowedTags: [], allowedAttributes: {} });
	const line = mended(unescapeText(text), length + 1);
	if (isWithin(line, length)) return line;
	const short = cut(line, length - 1);
	const space = short.lastIndexOf(' ');
	return `${short.slice(0, space > short.length / 2 ? space : short.length).trimEnd()}…`;
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

const unescapeText = (text: string): string =>
	text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
