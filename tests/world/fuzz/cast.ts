/** Who asks: every sort of fan and operator, each with a session. Those whose session ends come back as somebody new. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/kernel/database.ts';
import { operatorRole, type OperatorRole } from '#contract/operator/roles.ts';
import { aColleague } from '../operators.ts';
import { aPerson, type PersonTraits } from '../people.ts';

export interface Cast {
	/** What proves that one is of this role. */
	headersOf(role: string): Record<string, string>;
	/** After an answer that the session is gone. */
	renew(role: string): Promise<void>;
}

const FANS: Record<string, PersonTraits> = {
	fan: { earned: 100_000, purchased: 100_000 },
	'other fan': { earned: 5_000, purchased: 500 },
	unregistered: { registered: false },
	suspended: { earned: 100, suspended: true },
};

export async function openCast(owner: Database): Promise<Cast> {
	const headers = new Map<string, Record<string, string>>();
	headers.set('anonymous', {});
	const token = randomBytes(32).toString('base64url');
	headers.set('stranger', { authorization: `Bearer ${token}`, cookie: `lightstick-console=${token}` });

	async function renew(role: string): Promise<void> {
		const traits = FANS[role];
		if (traits) headers.set(role, { authorization: `Bearer ${(await aPerson(owner, role, traits)).token}` });
		else if (isOperatorRole(role)) headers.set(role, { cookie: (await aColleague(owner, role)).cookie });
	}
	for (const role of [...Object.keys(FANS), ...operatorRole.options]) await renew(role);
	return { renew, headersOf: (role) => headers.get(role) ?? {} };
}

const isOperatorRole = (role: string): role is OperatorRole => operatorRole.options.some((known) => known === role);
