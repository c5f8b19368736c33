/** The page for a visitor whose navigation is refused: it says when it opens, and opens then. Needs no file and no database. */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import type { Problem } from '#server/kernel/problem.ts';
import { languageOf } from '#server/languages/language.ts';
import type { TextName } from '#server/languages/texts.ts';
import { translate } from '#server/languages/translate.ts';

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:24px;box-sizing:border-box;
font:18px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
h1{font-size:1.4rem;margin:0}a{color:inherit;display:inline-block;padding:12px}`;
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'`;
/** Where the refusal names no time. */
const WAIT_S = 10;

/** Returns true for a page that a person opens, not for what a page or a program asks. */
export function isNavigation({ method, headers, url }: FastifyRequest): boolean {
	if (method !== 'GET') return false;
	const mode = headers['sec-fetch-mode'];
	if (mode !== undefined) return mode === 'navigate';
	return !url.startsWith('/api/') && /\btext\/html\b/.test(headers.accept ?? '');
}

const textOf = ({ status }: Problem): TextName | null =>
	status === 429 ? 'tooManyRequests' : status === 503 ? 'veryBusy' : status >= 500 ? 'wentWrong' : null;

/** Sends the page, or returns null where the envelope is the right answer. */
export function sendRefusedPage(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply | null {
	const text = textOf(problem);
	if (text === null || !isNavigation(request)) return null;
	const language = languageOf({ query: request.query, cookies: request.cookies ?? {}, headers: request.headers });
	const wait = problem.retryAfter ?? WAIT_S;
	const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(wait);
	const title = escapeHtml(translate(language, text));
	const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${wait}"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(translate(language, 'opensByItself', { wait: seconds }))}</p>
<a href="">${escapeHtml(translate(language, 'tryAgain'))}</a></main></body></html>`;
	return reply
		.headers({
			'content-security-policy': POLICY,
			'content-language': language,
			'cache-control': 'no-store',
			'retry-after': String(wait),
		})
		.status(problem.status)
		.type('text/html; charset=utf-8')
		.send(html);
}
