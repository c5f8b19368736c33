/** The pages of the pretended providers: plain HTML that works without script, in light and dark. */
import type { ServerResponse } from 'node:http';

/** @param content HTML */
export function showPage(response: ServerResponse, status: number, title: string, content: string): void {
	response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
	response.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} (pretended)</title>
<style>${STYLE}</style>
</head>
<body><main>${content}</main></body>
</html>
`);
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1b22, #f1f0f6); --soft: light-dark(#5a5868, #b3b0c4);
	--ground: light-dark(#f4f3f8, #121118); --card: light-dark(#fff, #1d1b26); --line: light-dark(#d9d6e4, #383447); --main: light-dark(#5b34c8, #b9a2ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.05rem; margin: 0 0 0.75rem; }
p { margin: 0.5rem 0; }
header p, section, small { color: var(--soft); }
.badge { display: inline-block; margin: 0; border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.7rem; font-size: 0.85rem; }
[role=alert] { border-left: 0.3rem solid #d2402f; padding: 0.5rem 0.8rem; background: var(--ground); }
form, section { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin-top: 1.25rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; }
li button { text-align: left; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 0.75rem; }
li small { flex-basis: 100%; font-size: 0.85rem; }
li span { font-size: 0.85rem; color: var(--soft); overflow-wrap: anywhere; }
label { display: block; font-size: 0.9rem; margin-bottom: 0.2rem; }
button, input:not([type=checkbox]) { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.6rem 0.8rem; min-height: 2.75rem; }
button { cursor: pointer; }
button:hover { border-color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: var(--main); }
.main { background: var(--main); color: light-dark(#fff, #17121f); border-color: transparent; font-weight: 600; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
`;
