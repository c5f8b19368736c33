/** Routes for the signed-in operator, their sessions, and the list of operators. */
import * as operators from '#contract/operator/operators/operators.ts';
import * as passkeyCalls from '#contract/operator/operators/passkeys.ts';
import * as calls from '#contract/operator/operators/session.ts';
import type { Config } from '#server/config/config.ts';
import { operatorsDocumentText } from '#server/http/openapi/routes.ts';
import { readSiteName } from '#server/site/operator/settings.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { serveOperator, serveOperatorFile, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { ConsoleCookies } from './sessions/cookies.ts';
import { endSession, selectOpenSessions } from './sessions/sql.ts';
import { endOneSession, endSessionsOf } from './sessions/sessions.ts';
import * as passkeys from './passkeys/passkeys.ts';
import { selectPasskeys } from './passkeys/sql.ts';
import { relyingParty } from './passkeys/web-authn.ts';
import { changeOperator, invite, listOperators, withdraw } from './operators.ts';

export interface OperatorsDeps extends ConsoleDeps {
	cookies: Pick<ConsoleCookies, 'dropSession'>;
	config: Pick<Config, 'publicUrl' | 'consoleUrl'>;
}

export function operatorRoutes(deps: OperatorsDeps): void {
	const { db, cookies } = deps;
	const { publicUrl, consoleUrl } = deps.config;

	serveOperator(deps, calls.getOperator, async ({ operator }) => {
		const { operatorId, email, name, role, idleUntil, entered, hasPasskey } = operator;
		return {
			operator: { operator_id: operatorId, email, name, role },
			entered,
			has_passkey: hasPasskey,
			idle_until: idleUntil,
			site: { ...(await readSiteName(db)), origin: publicUrl === consoleUrl ? '' : publicUrl },
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

	serveOperator(deps, operators.getOperators, () => listOperators(db));
	serveOperator(deps, operators.inviteOperator, ({ operator, body }) => invite(db, operator, body));
	serveOperator(deps, operators.withdrawInvitation, async ({ operator, params }) => ({
		invitation: await withdraw(db, operator, params.invitation_id),
	}));
	serveOperator(deps, operators.changeOperator, ({ operator, params, body }) =>
		changeOperator(db, operator, params.operator_id, body),
	);
}

function sessionRoutes(deps: OperatorsDeps): void {
	const { db, cookies } = deps;
	serveOperator(deps, calls.listSessions, async ({ operator }) => ({
		sessions: await selectOpenSessions(db, operator),
	}));
	serveOperator(deps, calls.endSession, async ({ operator, params }) => {
		await endOneSession(db, operator, params.session_id);
		return { sessions: await selectOpenSessions(db, operator) };
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
	const listOf = async (operatorId: number) => ({ passkeys: await selectPasskeys(db, operatorId) });

	serveOperator(deps, passkeyCalls.listPasskeys, ({ operator }) => listOf(operator.operatorId));
	serveOperator(deps, passkeyCalls.beginPasskey, async ({ operator }) => ({
		options: await passkeys.beginPasskey(own, operator),
	}));
	serveOperator(deps, passkeyCalls.addPasskey, async ({ operator, body }) => {
		await passkeys.addPasskey(own, operator, body);
		return listOf(operator.operatorId);
	});
	serveOperator(deps, passkeyCalls.renamePasskey, async ({ operator, params, body }) => {
		await passkeys.renamePasskey(db, operator, { passkeyId: params.passkey_id, name: body.name });
		return listOf(operator.operatorId);
	});
	serveOperator(deps, passkeyCalls.removePasskey, async ({ operator, params }) => {
		await passkeys.removePasskey(db, operator, params.passkey_id);
		return listOf(operator.operatorId);
	});
	serveOperator(deps, passkeyCalls.beginStepUp, async ({ operator }) => ({
		options: await passkeys.beginStepUp(own, operator),
	}));
	serveOperator(deps, passkeyCalls.stepUp, async ({ operator, body }) => ({
		step_up_until: await passkeys.stepUp(own, operator, body),
	}));
	serveOperator(deps, passkeyCalls.removePasskeysOf, async ({ operator, params, body }) => ({
		removed: await passkeys.removePasskeysOf(db, operator, { operatorId: params.operator_id, why: body.why }),
	}));
}
