/** The step between the site and its return: who is signing in, and do they agree. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { createProvider } from './provider.ts';
import type { Person, ProviderName, Register } from './people.ts';

interface SignInStep {
	name: ProviderName;
	provider: ReturnType<typeof createProvider>;
	register: Register;
}

export async function answerSignIn(
	step: SignInStep,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	if (!(await isUnderWay(step, request, response)))
		return showPage(response, 400, messagePage('This sign-in has expired'));
	if (request.method !== 'POST') return showPage(response, 200, signInPage(step.name, step.register.named));

	const form = new URLSearchParams(await text(request));
	if (form.has('cancel')) return refuse(step, request, response);
	const person = step.register.personFrom(form);
	if (!person) {
		return showPage(
			response,
			400,
			signInPage(step.name, step.register.named, 'Please choose a person, or type a name or an email address'),
		);
	}
	if (person.refuses) return refuse(step, request, response);
	return agree(step, person, request, response);
}

async function isUnderWay(
	{ provider }: SignInStep,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<boolean> {
	try {
		await provider.interactionDetails(request, response);
		return true;
	} catch {
		return false;
	}
}

function agree({ provider }: SignInStep, person: Person, request: IncomingMessage, response: ServerResponse) {
	return provider.interactionFinished(request, response, { login: { accountId: person.subject, remember: false } });
}

function refuse({ provider }: SignInStep, request: IncomingMessage, response: ServerResponse) {
	const result = { error: 'access_denied', error_description: 'The person did not agree' };
	return provider.interactionFinished(request, response, result);
}

function showPage(response: ServerResponse, status: number, html: string): void {
	response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}

const titles = { google: 'Google', line: 'LINE' } as const satisfies Record<ProviderName, string>;

/** The sign-in page: plain HTML that works without script, for a person's browser and for a program's post. */
function signInPage(provider: ProviderName, people: readonly Person[], notice?: string): string {
	return page(
		titles[provider],
		`<header><p class="badge">${titles[provider]}, pretended</p><h1>Choose who you are</h1>
		<p>No real account is asked for. Choosing a person also agrees to share their name, picture and email address.</p></header>
		${notice ? `<p role="alert">${escapeHtml(notice)}</p>` : ''}
		<form method="post">
			<h2>A person of the demo</h2>
			<ul>${people.map(personChoice).join('')}</ul>
			<p><button class="quiet" name="cancel" value="yes">Cancel</button></p>
		</form>
		<form method="post">
			<h2>Somebody new</h2>
			<p><label for="name">Name</label><input id="name" name="name" maxlength="200" autocomplete="off"></p>
			<p><label for="email">Email address</label><input id="email" name="email" type="email" maxlength="200" autocomplete="off"></p>
			<p><label for="subject">Subject (leave empty to have one made)</label><input id="subject" name="subject" maxlength="200" autocomplete="off"></p>
			${provider === 'google' ? unverifiedChoice : ''}
			<p><button class="main">Continue</button></p>
		</form>`,
	);
}

const unverifiedChoice = `<p><label class="check"><input type="checkbox" name="unverified" value="yes"> The email address is not verified</label></p>`;

function personChoice({ subject, name, email, situation }: Person): string {
	return `<li><button name="person" value="${escapeHtml(subject)}">
		<strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email ?? 'no email address')}</span>
		<small>${escapeHtml(situation)}</small></button></li>`;
}

/** A page that only says something went wrong, and how to go on. */
function messagePage(message: string): string {
	return page(
		'Sign-in',
		`<header><h1>${escapeHtml(message)}</h1><p>Please go back to the site and try again.</p></header>`,
	);
}

function page(title: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in – ${title} (pretended)</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b1b22, #f1f0f6); --soft: light-dark(#5a5868, #b3b0c4);
	--ground: light-dark(#f4f3f8, #121118); --card: light-dark(#fff, #1d1b26); --line: light-dark(#d9d6e4, #383447); --main: light-dark(#5b34c8, #b9a2ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.05rem; margin: 0 0 0.75rem; }
p { margin: 0.5rem 0; }
header p, small { color: var(--soft); }
.badge { display: inline-block; margin: 0; border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.7rem; font-size: 0.85rem; }
[role=alert] { border-left: 0.3rem solid #d2402f; padding: 0.5rem 0.8rem; background: var(--card); }
form { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin-top: 1.25rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; }
li button { width: 100%; text-align: left; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 0.75rem; }
li small { flex-basis: 100%; font-size: 0.85rem; }
li span { font-size: 0.85rem; color: var(--soft); overflow-wrap: anywhere; }
button, input:not([type=checkbox]) { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.6rem 0.8rem; min-height: 2.75rem; }
button { cursor: pointer; }
button:hover { border-color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
label { display: block; font-size: 0.9rem; margin-bottom: 0.2rem; }
input:not([type=checkbox]) { width: 100%; }
.check { display: flex; gap: 0.5rem; align-items: center; }
.main { background: var(--main); color: light-dark(#fff, #17121f); border-color: transparent; font-weight: 600; width: 100%; }
.quiet { background: none; width: 100%; margin-top: 0.5rem; }
`;

function escapeHtml(value: string): string {
	return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
