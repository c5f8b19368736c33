/** Passkeys beside the session: once to enter the console, and again within minutes where a session is not enough. */
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from './problem.ts';
import type { OperatorSession } from './operator.ts';

/** What a console session says of its operator's passkey. */
export type StepUp = Pick<OperatorSession, 'steppedUp' | 'hasPasskey'>;

/** @throws {Problem} step_up_required, passkey_missing */
export function expectSteppedUp({ steppedUp, hasPasskey }: StepUp): void {
	if (!steppedUp) throw new Problem(hasPasskey ? 'step_up_required' : 'passkey_missing');
}

/**
 * Until a passkey was used on it, a session only gets one used or made. An operator who has none yet may look around
 * besides, as a viewer does; their first write asks for one.
 * @throws {Problem} step_up_required, passkey_missing
 */
export function expectEntered(
	{ entered, hasPasskey }: Pick<OperatorSession, 'entered' | 'hasPasskey'>,
	endpoint: Endpoint,
): void {
	if (entered || endpoint.beforeEntry) return;
	if (hasPasskey) throw new Problem('step_up_required');
	if (endpoint.methods[0] !== 'GET' || endpoint.access !== 'operator') throw new Problem('passkey_missing');
}
