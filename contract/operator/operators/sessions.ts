/** Console sessions: an operator's own, and ending those of a colleague. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, epochSeconds, id, idText } from '../../values/shapes.ts';
import { why } from '../shapes.ts';

export const consoleSession = z.object({
	session_id: id,
	/** Such as `Firefox on Linux`; empty: unknown. */
	browser: z.string(),
	started_time: epochSeconds,
	used_time: epochSeconds,
	/** However busy it is. */
	ends_time: epochSeconds,
	/** A passkey was used on it. */
	entered: z.boolean(),
	/** This one. */
	current: z.boolean(),
});

export const listSessions = endpoint({
	name: 'listSessions',
	methods: ['GET'],
	path: '/console/sessions',
	summary: 'One’s own open sessions, the latest first',
	access: 'operator',
	reply: z.object({ sessions: z.array(consoleSession) }),
	problems: [],
});

export const endSession = endpoint({
	name: 'endSession',
	methods: ['DELETE'],
	path: '/console/sessions/:session_id',
	summary: 'Ends one of one’s own sessions',
	access: 'operator',
	params: z.object({ session_id: idText }),
	reply: z.object({ sessions: z.array(consoleSession) }),
	problems: ['not_found'],
});

export const signOutEverywhere = endpoint({
	name: 'signOutEverywhere',
	methods: ['POST'],
	path: '/console/sessions/end',
	summary: 'Ends all of one’s own sessions, this one included',
	access: 'operator',
	reply: z.object({ ended: count }),
	problems: [],
});

export const endSessionsOf = endpoint({
	name: 'endSessionsOf',
	methods: ['POST'],
	path: '/console/operators/:operator_id/sessions/end',
	summary: 'Ends all sessions of a colleague, who may sign in again',
	access: 'operator:owner',
	params: z.object({ operator_id: idText }),
	body: z.object({ why }),
	reply: z.object({ ended: count }),
	problems: ['not_found'],
});
