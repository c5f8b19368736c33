/** The step between the site and its return: who is signing in, and do they agree. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { escapeHtml, showPage } from '../lib/page.ts';
import type { createProvider } from './provider.ts';
import type { Person, ProviderName, Register } from './people.ts';

interface SignInStep {
	name: ProviderName;
	provider: Awaited<ReturnType<typeof createProvider>>;
	register: Register;
}

export async function answerSignIn(
	step: SignInStep,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	if (!(await isUnderWay(step, request, response))) return showPage(response, 400, 'Sign-in', EXPIRED);
	if (request.method !== 'POST') return showSignIn(step, response);

	const form = new URLSearchParams(await text(request));
	if (form.has('cancel')) return refuse(step, request, response);
	const person = step.register.personFrom(form);
	if (!person) return showSignIn(step, response, 'Please choose a person, or type a name or an email address');
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

const titles = { google: 'Google', line: 'LINE' } as const satisfies Record<ProviderName, string>;

/** Shows the sign-in page, for a person's browser and for a program's post. */
function showSignIn({ name, register }: SignInStep, response: ServerResponse, notice?: string): void {
	showPage(
		response,
		notice ? 400 : 200,
		`Sign in – ${titles[name]}`,
		`<header><p class="badge">${titles[name]}, pretended</p><h1>Choose who you are</h1>
		<p>No real account is asked for. Choosing a person also agrees to share their name, picture and email address.</p></header>
		${notice ? `<p role="alert">${escapeHtml(notice)}</p>` : ''}
		<form method="post">
			<h2>A person of the demo</h2>
			<ul>${register.named.map(personChoice).join('')}</ul>
			<p><button name="cancel" value="yes">Cancel</button></p>
		</form>
		<form method="post">
			<h2>Somebody new</h2>
			<p><label for="name">Name</label><input id="name" name="name" maxlength="200" autocomplete="off"></p>
			<p><label for="email">Email address</label><input id="email" name="email" type="email" maxlength="200" autocomplete="off"></p>
			<p><label for="subject">Subject (leave empty to have one made)</label><input id="subject" name="subject" maxlength="200" autocomplete="off"></p>
			${name === 'google' ? unverifiedChoice : ''}
			<p><button class="main">Continue</button></p>
		</form>`,
	);
}

const unverifiedChoice = `<p><label><input type="checkbox" name="unverified" value="yes"> The email address is not verified</label></p>`;

function personChoice({ subject, name, email, situation }: Person): string {
	return `<li><button name="person" value="${escapeHtml(subject)}">
		<strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email ?? 'no email address')}</span>
		<small>${escapeHtml(situation)}</small></button></li>`;
}

const EXPIRED = '<header><h1>This sign-in has expired</h1><p>Please go back to the site and try again.</p></header>';
