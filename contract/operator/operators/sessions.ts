/** Console sessions: listing and ending one's own, and ending those of a colleague. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, epochSeconds, id, idText } from '../../values/shapes.ts';
import { why } from '../shapes.ts';

export const consoleSession = z.object({
	session_id: id,
	/** For example `Firefox on Linux`. Empty if unknown. */
	browser: z.string(),
	started_time: epochSeconds,
	used_time: epochSeconds,
	/** Time at which the session ends even if it is in use. */
	ends_time: epochSeconds,
	/** True if a passkey was used in the session. */
	entered: z.boolean(),
	/** True for the session that made this call. */
	current: z.boolean(),
});

export const listSessions = endpoint({
	name: 'listSessions',
	methods: ['GET'],
	path: '/console/sessions',
	summary: 'Own open sessions, latest first',
	access: 'operator',
	reply: z.object({ sessions: z.array(consoleSession) }),
	problems: [],
});

export const endSession = endpoint({
	name: 'endSession',
	methods: ['DELETE'],
	path: '/console/sessions/:session_id',
	summary: 'Ends one of the caller’s own sessions',
	access: 'operator',
	params: z.object({ session_id: idText }),
	reply: z.object({ sessions: z.array(consoleSession) }),
	problems: ['not_found'],
});

export const signOutEverywhere = endpoint({
	name: 'signOutEverywhere',
	methods: ['POST'],
	path: '/console/sessions/end',
	summary: 'Ends all of the caller’s own sessions, including this one',
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
