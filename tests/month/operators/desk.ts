/** Operators at the console. They sign in anew for each shift, because hours pass between two. */
import { createHash, hash, randomBytes } from 'node:crypto';
import { addressOf } from '#client/call.ts';
import { approve, listApprovals } from '#contract/operator/approvals.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Client } from '../stage/client.ts';

export interface Desk {
	/** Signs everybody in again. */
	beginShift(): Promise<void>;
	/** Makes a call of the console. What needs a second operator is approved at once, exactly as it was asked for. */
	ask<E extends Endpoint>(as: Colleague, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>>;
	/** Requests that a second operator approved. */
	approved: number;
}

/** The second person of finance approves what the first one asks for. */
const COLLEAGUES = {
	editor: 'editor',
	finance: 'finance',
	second: 'finance',
	owner: 'owner',
} as const satisfies Record<string, OperatorRole>;
type Colleague = keyof typeof COLLEAGUES;

export function openDesk({ owner, client }: { owner: Database; client: Client }): Desk {
	const cookies = new Map<Colleague, string>();
	let asked = 0;

	const desk: Desk = {
		approved: 0,
		async beginShift() {
			for (const [name, role] of Object.entries(COLLEAGUES))
				cookies.set(name as Colleague, await signIn(owner, name, role));
		},
		async ask(as, endpoint, input) {
			asked += 1;
			const { body } = input as { body?: unknown };
			const { status, text } = await client.ask({
				method: endpoint.methods[0],
				path: addressOf(endpoint, input as object),
				headers: {
					[CONSOLE_HEADER]: '1',
					cookie: cookies.get(as) ?? '',
					...(endpoint.idempotent ? { 'idempotency-key': hash('md5', `operator ${asked}`, 'base64url') } : {}),
				},
				body,
			});
			if (status !== 200) throw new Error(`${endpoint.name} answered ${status}: ${text}`);
			const { data } = JSON.parse(text) as { data: ReplyOf<typeof endpoint> & { approval_id?: string | null } };
			if (as !== 'second' && data.approval_id) await approveRequest(data.approval_id);
			return data;
		},
	};
	return desk;

	async function approveRequest(approvalId: string): Promise<void> {
		const { list } = await desk.ask('second', listApprovals, { query: { limit: '100' } });
		const request = list.find(({ approval_id: id }) => id === approvalId);
		if (!request) throw new Error(`There is no approval ${approvalId}`);
		const body = { payload_hash: request.payload_hash, why: 'checked by a second person' };
		await desk.ask('second', approve, { params: { approval_id: approvalId }, body });
		desk.approved += 1;
	}
}

/** Plants the session: how operators sign in and use passkeys has tests of its own. */
async function signIn(owner: Database, name: string, role: OperatorRole): Promise<string> {
	const token = randomBytes(32).toString('base64url');
	await owner.query({
		text: `with colleague as (
				insert into operator (issuer, subject, email, role, power_since)
				values ('https://idp.example', $1, $1 || '@team.example', $2, '-infinity')
				on conflict (issuer, subject) do update set email = excluded.email returning operator_id
			)
			insert into operator_session (token_hash, operator_id, authenticated_at, entered_at, step_up_ends_at)
			select $3, operator_id, lightstick_now(), lightstick_now(), lightstick_now() + interval '1 hour' from colleague`,
		values: [name, role, createHash('sha256').update(token).digest()],
	});
	return `lightstick-console=${token}`;
}
