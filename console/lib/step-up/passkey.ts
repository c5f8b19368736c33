/** Creates and uses passkeys: fetches the server's challenge, opens the browser's dialog, and sends the result back. */
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { Problem } from '#client/call.ts';
import { addPasskey, beginPasskey, beginStepUp, stepUp } from '#contract/operator/operators/passkeys.ts';
import { call } from '../api/call.ts';

export async function makePasskey(name: string): Promise<void> {
	const { options } = await call(beginPasskey, {});
	const credential = await asked(() => startRegistration({ optionsJSON: options }));
	await call(addPasskey, { body: { name, credential } });
}

export async function confirmWithPasskey(): Promise<void> {
	const { options } = await call(beginStepUp, {});
	const credential = await asked(() => startAuthentication({ optionsJSON: options }));
	await call(stepUp, { body: { credential } });
}

/** Runs a passkey request of the browser and converts its errors to our own. */
async function asked<Credential>(ask: () => Promise<Credential>): Promise<Credential> {
	try {
		return await ask();
	} catch (error) {
		const code = error instanceof WebAuthnError ? error.code : '';
		if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw failure('passkey_known', error);
		// The person declined, or the request timed out.
		if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) {
			throw failure('passkey_not_used', error);
		}
		throw failure('passkey_unsupported', error);
	}
}

function failure(slug: Problem['slug'], cause: unknown): Problem {
	return Object.assign(new Problem(0, slug, cause instanceof Error ? cause.message : String(cause)), { cause });
}
