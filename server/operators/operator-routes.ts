/** Who is signed in, operators, the audit trail. */
import { exportAuditTrail, getAuditTrail } from '#contract/operator/audit.ts';
import {
	changeOperator as changeCall,
	getOperators,
	inviteOperator,
	withdrawInvitation,
} from '#contract/operator/operators.ts';
import { getOperator, readApiDocument, signOut } from '#contract/operator/session.ts';
import { operatorsDocument } from '#server/http/openapi.ts';
import { readSiteName } from '#server/site/settings.ts';
import { exportTrail, readTrail, record, type TrailFilter } from './audit-trail.ts';
import { sendFile, serveOperator, serveOperatorFile, type ConsoleHouse } from './console.ts';
import { changeOperator, invite, listOperators, withdraw } from './operators.ts';
import { endSession } from './session-sql.ts';

export function operatorRoutes(house: ConsoleHouse): void {
	const { db, cookies } = house;

	serveOperator(house, getOperator, async ({ operator }) => {
		const { operatorId, email, name, role, idleUntil } = operator;
		return {
			operator: { operator_id: operatorId, email, name, role },
			idle_until: idleUntil,
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

	serveOperator(house, getOperators, () => listOperators(db));
	serveOperator(house, inviteOperator, ({ operator, body }) => invite(db, operator, body));
	serveOperator(house, withdrawInvitation, async ({ operator, params }) => ({
		invitation: await withdraw(db, operator, params.invitation_id),
	}));
	serveOperator(house, changeCall, ({ operator, params, body }) =>
		changeOperator(db, operator, params.operator_id, body),
	);

	serveOperator(house, getAuditTrail, ({ query }) => readTrail(db, filterOf(query), query));
	serveOperatorFile(house, exportAuditTrail, async ({ query, reply }) =>
		sendFile(reply, { name: 'audit-trail.csv', type: 'text/csv', text: await exportTrail(db, filterOf(query)) }),
	);
}

interface TrailQuery {
	search?: string | undefined;
	operator_id?: number | undefined;
	target?: string | undefined;
}

function filterOf({ search = '', operator_id: id, target }: TrailQuery): TrailFilter {
	return { search, operatorId: id || null, target: target || null };
}
