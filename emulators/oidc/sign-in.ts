/** The step between the site and its return: who is signing in, and do they agree. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Provider } from './library.ts';
import type { Person, ProviderName } from './people.ts';
import type { Register } from './register.ts';
import { messagePage, signInPage } from './sign-in-page.ts';

export interface SignInStep {
	name: ProviderName;
	provider: InstanceType<typeof Provider>;
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
