/** The frame of the card page and of the bank's question. */

export function page(title: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} (pretended)</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#16202c, #eef3fa); --soft: light-dark(#566577, #a9b8cb);
	--ground: light-dark(#f3f6fa, #0f151d); --card: light-dark(#fff, #18212c); --line: light-dark(#d5dee8, #2f3d4d); --main: light-dark(#1f5fd0, #8fb8ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1rem; margin: 0 0 0.5rem; }
p { margin: 0.6rem 0; }
header p, section { color: var(--soft); font-size: 0.9rem; }
.badge { display: inline-block; margin: 0; border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.7rem; }
[role=alert] { border-left: 0.3rem solid #d2402f; padding: 0.5rem 0.8rem; background: var(--ground); }
form, section { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin-top: 1.25rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.pair p { margin: 0; }
ul { margin: 0; padding-left: 1.1rem; }
label { display: block; font-size: 0.9rem; margin-bottom: 0.2rem; }
button, input { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.6rem 0.8rem; min-height: 2.75rem; }
button { cursor: pointer; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: var(--main); }
.main { background: var(--main); color: light-dark(#fff, #0f151d); border-color: transparent; font-weight: 600; }
`;
