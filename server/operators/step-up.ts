/** A passkey within the last minutes, where a session alone is not enough: for money, roles and voids. */
import { Problem } from '#server/http/problem.ts';
import type { SessionRow } from './session-sql.ts';

/** What a console session says of its operator's passkey. */
export type StepUp = Pick<SessionRow, 'steppedUp' | 'hasPasskey'>;

/** @throws {Problem} step_up_required, passkey_missing */
export function expectSteppedUp({ steppedUp, hasPasskey }: StepUp): void {
	if (!steppedUp) throw new Problem(hasPasskey ? 'step_up_required' : 'passkey_missing');
}
