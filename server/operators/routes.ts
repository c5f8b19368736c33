/** Routes for the signed-in operator, their sessions, and the list of operators. */
import * as operators from '#contract/operator/operators/operators.ts';
import * as passkeyCalls from '#contract/operator/operators/passkeys.ts';
import * as calls from '#contract/operator/operators/session.ts';
import type { Config } from '#server/config/config.ts';
import { operatorsDocumentText } from '#server/http/openapi/routes.ts';
import { selectSite } from '#server/site/site.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { serveChange, serveOperator, serveOperatorFile, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { ConsoleCookies } from './sessions/routes.ts';
import { endSession, endSessionById, selectOpenSessions } from './sessions/sql.ts';
import { endSessionsOf, changeOperator, invite } from './operators.ts';
import { selectInvitations, selectOperators, withdrawInvitation } from './sql.ts';
import { lockOperators } from '#server/kernel/caller.ts';
import * as passkeys from './passkeys/passkeys.ts';
import { selectPasskeys } from './passkeys/passkeys.ts';
import { relyingParty } from './passkeys/web-authn.ts';
import * as drafts from '#contract/operator/drafts.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { epochSeconds, raw, sql, type Db } from '#server/kernel/database.ts';
import type * as z from 'zod/mini';
import * as savedViews from '#contract/operator/lists/saved-views.ts';

interface OperatorsDeps extends ConsoleDeps {
	cookies: Pick<ConsoleCookies, 'dropSession'>;
	config: Pick<Config, 'publicUrl' | 'consoleUrl'>;
}

export function operatorRoutes(deps: OperatorsDeps): void {
	const { db, cookies } = deps;
	const { publicUrl, consoleUrl } = deps.config;

	serveOperator(deps, calls.getOperator, async ({ operator }) => {
		const { operatorId, email, name, role, idleUntil, entered, hasPasskey } = operator;
		const { product, timezone, timezone_name } = await selectSite(db);
		const origin = publicUrl === consoleUrl ? '' : publicUrl;
		return {
			operator: { operator_id: operatorId, email, name, role },
			entered,
			has_passkey: hasPasskey,
			idle_until: idleUntil,
			site: { product, timezone, timezone_name, origin },
		};
	});

	const document = operatorsDocumentText();
	serveOperatorFile(deps, calls.readApiDocument, async ({ reply }) =>
		reply.type('application/json; charset=utf-8').send(document),
	);

	serveOperator(deps, calls.signOut, async ({ operator, reply }) => {
		await db.transaction(async (tx) => {
			await endSession(tx, operator.tokenHash);
			await record(tx, operator, { action: 'operator.sign_out', target: `operator:${operator.operatorId}` });
		});
		cookies.dropSession(reply);
		return { signed_out: true };
	});

	sessionRoutes(deps);

	serveOperator(deps, operators.getOperators, async () => ({
		operators: await selectOperators(db),
		invitations: await selectInvitations(db),
	}));
	serveChange(deps, operators.inviteOperator, (tx, { operator, body }) => invite(tx, operator, body));
	serveChange(deps, operators.withdrawInvitation, async (tx, { operator, params: { invitation_id: id } }) => {
		await lockOperators(tx);
		const invitation = orRefuse(await withdrawInvitation(tx, id), 'not_found');
		const before = { email: invitation.email, role: invitation.role };
		await record(tx, operator, { action: 'operator.withdraw_invitation', target: `invitation:${id}`, before });
		return { invitation };
	});
	serveChange(deps, operators.changeOperator, (tx, { operator, params, body }) =>
		changeOperator(tx, operator, params.operator_id, body),
	);
}

function sessionRoutes(deps: OperatorsDeps): void {
	const { db, cookies } = deps;
	serveOperator(deps, calls.listSessions, async ({ operator }) => ({
		sessions: await selectOpenSessions(db, operator),
	}));
	serveChange(deps, calls.endSession, async (tx, { operator, params }) => {
		// Not where it is another's, or has ended.
		if (!(await endSessionById(tx, operator.operatorId, params.session_id))) throw new Problem('not_found');
		const target = `operator:${operator.operatorId}`;
		await record(tx, operator, { action: 'operator.end_sessions', target, after: params });
		return { sessions: await selectOpenSessions(tx, operator) };
	});
	serveOperator(deps, calls.signOutEverywhere, async ({ operator, reply }) => {
		const ended = await endSessionsOf(db, operator, operator.operatorId);
		cookies.dropSession(reply);
		return { ended };
	});
	serveOperator(deps, calls.endSessionsOf, async ({ operator, params, body }) => ({
		ended: await endSessionsOf(db, operator, params.operator_id, body.why),
	}));
}

export function passkeyRoutes(deps: ConsoleDeps & { config: { consoleUrl: string } }): void {
	const { db } = deps;
	const own = { db, party: relyingParty(deps.config.consoleUrl) };
	const listOf = async (operatorId: number, on: Db = db) => ({ passkeys: await selectPasskeys(on, operatorId) });

	serveOperator(deps, passkeyCalls.listPasskeys, ({ operator }) => listOf(operator.operatorId));
	serveOperator(deps, passkeyCalls.beginPasskey, async ({ operator }) => ({
		options: await passkeys.beginPasskey(own, operator),
	}));
	serveOperator(deps, passkeyCalls.addPasskey, async ({ operator, body }) => {
		await passkeys.addPasskey(own, operator, body);
		return listOf(operator.operatorId);
	});
	serveChange(deps, passkeyCalls.renamePasskey, async (tx, { operator, params, body }) => {
		await passkeys.renamePasskey(tx, operator, params.passkey_id, body.name);
		return listOf(operator.operatorId, tx);
	});
	serveChange(deps, passkeyCalls.removePasskey, async (tx, { operator, params }) => {
		await passkeys.removePasskey(tx, operator, params.passkey_id);
		return listOf(operator.operatorId, tx);
	});
	serveOperator(deps, passkeyCalls.beginStepUp, async ({ operator }) => ({
		options: await passkeys.beginStepUp(own, operator),
	}));
	serveOperator(deps, passkeyCalls.stepUp, async ({ operator, body }) => ({
		step_up_until: await passkeys.stepUp(own, operator, body),
	}));
	serveChange(deps, passkeyCalls.removePasskeysOf, async (tx, { operator, params, body }) => ({
		removed: await passkeys.removePasskeysOf(tx, operator, params.operator_id, body.why),
	}));
}

/** Unsaved edits of forms, each operator's own. They change nothing, so they are not in the audit trail. */
const TOO_OLD = raw(`saved_at < lightstick_now() - interval '30 days'`);

export function draftRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, drafts.readDraft, async ({ operator: { operatorId }, query: { form } }) => ({
		draft: await sql`select body, seq, ${epochSeconds('saved_at')} as saved_time from operator_draft
			where operator_id = ${operatorId}
				and form = ${form}`.maybeOne<{ body: string; seq: number; saved_time: number }>(db),
	}));
	serveChange(deps, drafts.keepDraft, async (tx, { operator: { operatorId }, body: { form, body, after } }) => {
		// One after the other, so that no two follow the same edits.
		await sql`select from operator where operator_id = ${operatorId} for no key update`.run(tx);
		if (body === null) {
			await sql`delete from operator_draft where operator_id = ${operatorId} and form = ${form}`.run(tx);
			return { seq: 0 };
		}
		const seq =
			await sql`insert into operator_draft as draft (operator_id, form, body) values (${operatorId}, ${form}, ${body})
				on conflict (operator_id, form) do update set body = excluded.body, seq = draft.seq + 1, saved_at = lightstick_now()
				where draft.seq = ${after} or draft.body = excluded.body
				returning seq`.maybeOne<{ seq: number }>(tx);
		if (!seq) throw new Problem('stale_edit');
		// Also those of colleagues who keep nothing any more.
		await sql`delete from operator_draft where ${TOO_OLD} or operator_id = ${operatorId}
				and form in (select form from operator_draft where operator_id = ${operatorId}
					order by saved_at desc, form offset ${drafts.DRAFTS_MAX})`.run(tx);
		return seq;
	});
}

/** Their searches find fans by name and address, which must be gone when the account is. */
const ABOUT_FANS: readonly savedViews.ListName[] = ['fans', 'orders', 'audit', 'case-votes'];

export function savedViewRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, savedViews.listSavedViews, async ({ operator: { operatorId }, query }) => ({
		views: await selectViews(db, operatorId, query.list),
	}));
	serveChange(deps, savedViews.saveView, async (tx, { operator: { operatorId }, body: { list, name, ...body } }) => {
		// Views of one operator are saved one after the other, so that none passes the limit.
		await sql`select from operator where operator_id = ${operatorId} for no key update`.run(tx);
		const query = ABOUT_FANS.includes(list) ? withoutSearch(body.query) : body.query;
		await sql`insert into operator_saved_view (operator_id, list, name, query)
				values (${operatorId}, ${list}, ${name}, ${query})
				on conflict (operator_id, list, name) do update set query = excluded.query`.run(tx);
		const views = await selectViews(tx, operatorId, list);
		if (views.length > savedViews.SAVED_VIEWS_MAX) throw new Problem('saved_views_full');
		return { views };
	});
	serveOperator(deps, savedViews.removeSavedView, async ({ operator: { operatorId }, params }) => {
		// Another operator's view is left alone.
		const list = await sql`delete from operator_saved_view
			where operator_id = ${operatorId} and saved_view_id = ${params.saved_view_id}
			returning list`.maybeValue<savedViews.ListName>(db);
		return { views: list === null ? [] : await selectViews(db, operatorId, list) };
	});
}

function withoutSearch(query: string): string {
	const params = new URLSearchParams(query);
	params.delete('search');
	return params.toString();
}

const selectViews = (db: Db, operatorId: number, list: savedViews.ListName) =>
	sql`select saved_view_id, list, name, query from operator_saved_view
		where operator_id = ${operatorId} and list = ${list} order by folded(name), saved_view_id
	`.all<z.output<typeof savedViews.savedView>>(db);
