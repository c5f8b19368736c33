import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, epochSeconds, id, idText } from '../../values/shapes.ts';
import { operatorRole, operator } from './session.ts';
import { mailAddress, version, waitsAs, why } from '../shapes.ts';

export const listedOperator = z.object({
	...operator.shape,
	joined_time: epochSeconds,
	/** Null if the operator has no recent session. */
	last_seen_time: z.nullable(epochSeconds),
	/** True if the operator may not sign in any more. */
	removed: z.boolean(),
	passkeys: count,
	/** Number of open sessions. */
	sessions: count,
	/** True if the operator joined or got a higher role within the last day. Such an operator cannot approve yet. */
	new: z.boolean(),
	version,
});

export const invitation = z.object({
	invitation_id: id,
	email: z.string(),
	role: operatorRole,
	expires_time: epochSeconds,
	status: z.enum(['open', 'claimed', 'withdrawn', 'expired']),
});

export const getOperators = endpoint({
	path: '/console/operators',
	summary: 'Operators and invitations',
	access: 'operator:owner',
	reply: z.object({ operators: z.array(listedOperator), invitations: z.array(invitation) }),
});

export const inviteOperator = endpoint({
	path: '/console/operators/invitations',
	summary:
		'Invites an operator by email address, which they must prove at the provider within seven days. An invitation as finance or owner waits for another owner, if there is one',
	access: 'operator:owner',
	stepUp: true,
	body: z.object({ email: mailAddress, role: operatorRole, why }),
	reply: z.object({ invitation: z.nullable(invitation), approval_id: waitsAs }),
	problems: ['already_invited'],
});

export const withdrawInvitation = endpoint({
	methods: ['DELETE'],
	path: '/console/operators/invitations/:invitation_id',
	summary: 'Withdraws an open invitation',
	access: 'operator:owner',
	params: z.object({ invitation_id: idText }),
	reply: z.object({ invitation }),
	problems: ['not_found'],
});

export const changeOperator = endpoint({
	methods: ['PUT'],
	path: '/console/operators/:operator_id',
	summary:
		'Changes an operator’s role, removes or restores an operator. Their sessions end. Operators cannot change themselves. A higher role as finance or owner waits for another owner, if there is one',
	access: 'operator:owner',
	stepUp: true,
	params: z.object({ operator_id: idText }),
	body: z.object({ version, role: operatorRole, removed: z.boolean(), why }),
	/** Current state. Unchanged while the change waits for approval. */
	reply: z.object({ operator: listedOperator, approval_id: waitsAs }),
	problems: ['not_found', 'stale_edit', 'own_role'],
});
