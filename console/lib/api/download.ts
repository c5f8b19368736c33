/** Reads a file from the console's API. A refusal arrives in an envelope, as with every other call. */
import { addressOf, type CallInput, dataOf, requestOf } from '#client/call.ts';
import { Problem } from '#client/problem.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import { afterStepUp } from './call.ts';

export async function download(endpoint: Endpoint, input: CallInput, signal: AbortSignal): Promise<Blob> {
	let response = await ask(endpoint, input, signal);
	let refusal = await refusalIn(response);
	if (refusal && (await afterStepUp(refusal.error))) {
		response = await ask(endpoint, input, signal);
		refusal = await refusalIn(response);
	}
	if (refusal) dataOf(refusal);
	return response.blob();
}

async function ask(endpoint: Endpoint, input: CallInput, signal: AbortSignal): Promise<Response> {
	try {
		const request = requestOf(endpoint, input.body, { [CONSOLE_HEADER]: '1' });
		return await fetch(addressOf(endpoint, input), { ...request, signal });
	} catch {
		throw new Problem(0, 'network', 'The network could not be reached');
	}
}

async function refusalIn(response: Response): Promise<Parameters<typeof dataOf>[0] | null> {
	if (response.ok) return null;
	try {
		return await response.json();
	} catch {
		throw new Problem(response.status, 'bad_answer', `The server answered with status ${response.status}`);
	}
}
