/** Who is signed in, operators, the audit trail. */
import { exportAuditTrail, getAuditTrail } from '#contract/operator/audit.ts';
import {
	changeOperator as changeCall,
	getOperators,
	inviteOperator,
	withdrawInvitation,
} from '#contract/operator/operators.ts';
import { getOperator, readApiDocument, signOut } from '#contract/operator/session.ts';
import * as calls from '#contract/operator/sessions.ts';
import { operatorsDocument } from '#server/http/openapi/routes.ts';
import { readSiteName } from '#server/site/operator/settings.ts';
import { exportTrail, readTrail, record, type TrailFilter } from '#server/audit-trail/audit-trail.ts';
import { sendFile, serveOperator, serveOperatorFile, type ConsoleHouse } from '#server/http/console/serve.ts';
import { changeOperator, invite, listOperators, withdraw } from './operators.ts';
import { recordRead } from '#server/audit-trail/personal-data.ts';
import { endSession } from './sessions/sql.ts';
import { endOneSession, endSessionsOf, listSessions, signOutEverywhere } from './sessions/sessions.ts';

export function operatorRoutes(house: ConsoleHouse): void {
	const { db, cookies } = house;

	serveOperator(house, getOperator, async ({ operator }) => {
		const { operatorId, email, name, role, idleUntil, entered, hasPasskey } = operator;
		return {
			operator: { operator_id: operatorId, email, name, role },
			...{ entered, has_passkey: hasPasskey, idle_until: idleUntil },
			site: await readSiteName(db),
		};
	});

	const document = JSON.stringify(operatorsDocument());
	serveOperatorFile(house, readApiDocument, async ({ reply }) =>
		reply.type('application/json; charset=utf-8').send(document),
	);

	serveOperator(house, signOut, async ({ operator, reply }) => {
		await db.transaction(async (tx) => {
			await endSession(tx, operator.tokenHash);
			await record(tx, operator, { action: 'operator.sign_out', target: `operator:${operator.operatorId}` });
		});
		cookies.dropSession(reply);
		return { signed_out: true };
	});

	sessionRoutes(house);

	serveOperator(house, getOperators, () => listOperators(db));
	serveOperator(house, inviteOperator, ({ operator, body }) => invite(db, operator, body));
	serveOperator(house, withdrawInvitation, async ({ operator, params }) => ({
		invitation: await withdraw(db, operator, params.invitation_id),
	}));
	serveOperator(house, changeCall, ({ operator, params, body }) =>
		changeOperator(db, operator, params.operator_id, body),
	);

	serveOperator(house, getAuditTrail, ({ query }) => readTrail(db, filterOf(query), query));
	serveOperatorFile(house, exportAuditTrail, async ({ operator, query, reply }) => {
		await recordRead(db, operator, { action: 'audit.export', target: 'audit' });
		return sendFile(reply, { name: 'audit-trail.csv', type: 'text/csv', text: await exportTrail(db, filterOf(query)) });
	});
}

function sessionRoutes(house: ConsoleHouse): void {
	const { db, cookies } = house;
	serveOperator(house, calls.listSessions, async ({ operator }) => ({ sessions: await listSessions(db, operator) }));
	serveOperator(house, calls.endSession, async ({ operator, params }) => {
		await endOneSession(db, operator, params.session_id);
		return { sessions: await listSessions(db, operator) };
	});
	serveOperator(house, calls.signOutEverywhere, async ({ operator, reply }) => {
		const ended = await signOutEverywhere(db, operator);
		cookies.dropSession(reply);
		return { ended };
	});
	serveOperator(house, calls.endSessionsOf, async ({ operator, params, body }) => ({
		ended: await endSessionsOf(db, operator, { operatorId: params.operator_id, why: body.why }),
	}));
}

interface TrailQuery {
	search?: string | undefined;
	operator_id?: number | undefined;
	target?: string | undefined;
	what?: TrailFilter['what'] | undefined;
}

function filterOf({ search = '', operator_id: id, target, what = 'changes' }: TrailQuery): TrailFilter {
	return { what, search, operatorId: id || null, target: target || null };
}
