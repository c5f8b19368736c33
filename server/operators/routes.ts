/** Routes for the signed-in operator, their sessions, and the list of operators. */
import {
	changeOperator as changeCall,
	getOperators,
	inviteOperator,
	withdrawInvitation,
} from '#contract/operator/operators/operators.ts';
import { getOperator, readApiDocument, signOut } from '#contract/operator/operators/session.ts';
import * as calls from '#contract/operator/operators/session.ts';
import type { Config } from '#server/config/config.ts';
import { operatorsDocumentText } from '#server/http/openapi/routes.ts';
import { readSiteName } from '#server/site/operator/settings.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { serveOperator, serveOperatorFile, type ConsoleDeps } from '#server/http/console/serve.ts';
import { changeOperator, invite, listOperators, withdraw } from './operators.ts';
import type { ConsoleCookies } from './sessions/cookies.ts';
import { endSession } from './sessions/sql.ts';
import { endOneSession, endSessionsOf, listSessions, signOutEverywhere } from './sessions/sessions.ts';

export interface OperatorsDeps extends ConsoleDeps {
	cookies: Pick<ConsoleCookies, 'dropSession'>;
	config: Pick<Config, 'publicUrl' | 'consoleUrl'>;
}

export function operatorRoutes(deps: OperatorsDeps): void {
	const { db, cookies } = deps;
	const { publicUrl, consoleUrl } = deps.config;

	serveOperator(deps, getOperator, async ({ operator }) => {
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
	serveOperatorFile(deps, readApiDocument, async ({ reply }) =>
		reply.type('application/json; charset=utf-8').send(document),
	);

	serveOperator(deps, signOut, async ({ operator, reply }) => {
		await db.transaction(async (tx) => {
			await endSession(tx, operator.tokenHash);
			await record(tx, operator, { action: 'operator.sign_out', target: `operator:${operator.operatorId}` });
		});
		cookies.dropSession(reply);
		return { signed_out: true };
	});

	sessionRoutes(deps);

	serveOperator(deps, getOperators, () => listOperators(db));
	serveOperator(deps, inviteOperator, ({ operator, body }) => invite(db, operator, body));
	serveOperator(deps, withdrawInvitation, async ({ operator, params }) => ({
		invitation: await withdraw(db, operator, params.invitation_id),
	}));
	serveOperator(deps, changeCall, ({ operator, params, body }) =>
		changeOperator(db, operator, params.operator_id, body),
	);
}

function sessionRoutes(deps: OperatorsDeps): void {
	const { db, cookies } = deps;
	serveOperator(deps, calls.listSessions, async ({ operator }) => ({ sessions: await listSessions(db, operator) }));
	serveOperator(deps, calls.endSession, async ({ operator, params }) => {
		await endOneSession(db, operator, params.session_id);
		return { sessions: await listSessions(db, operator) };
	});
	serveOperator(deps, calls.signOutEverywhere, async ({ operator, reply }) => {
		const ended = await signOutEverywhere(db, operator);
		cookies.dropSession(reply);
		return { ended };
	});
	serveOperator(deps, calls.endSessionsOf, async ({ operator, params, body }) => ({
		ended: await endSessionsOf(db, operator, { operatorId: params.operator_id, why: body.why }),
	}));
}
