/** The job of reminders: looks for events, then sends what is open. */
import type { Database } from '#server/kernel/database.ts';
import { findEvents } from './events/events.ts';
import { openOffTokens } from './off-token.ts';
import type { PushProvider } from './push-provider.ts';
import { sendReminders, type Sending } from './sending/send.ts';

export interface Reminding {
	db: Database;
	/** Null: the site sends none. */
	push: PushProvider | null;
	/** Signs the tokens of notifications. */
	secret: string;
	log: Sending['log'];
}

/** Returns the job. Its signal is aborted when the process stops. */
export function openReminders({ db, push, secret, log }: Reminding): (stopping: AbortSignal) => Promise<void> {
	if (!push) return async () => undefined;
	const tokens = openOffTokens(secret);
	return async (stopping) => {
		await findEvents(db);
		await sendReminders({ db, push, tokens, log }, stopping);
	};
}
