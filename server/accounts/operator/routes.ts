import * as calls from '#contract/operator/accounts.ts';
import { adjustGems } from '#server/gems/operator/adjustments.ts';
import { setFansSuspended } from '#contract/operator/lists/bulk.ts';
import { exportedColumns, exportFans } from '#contract/operator/lists/exports.ts';
import { serveExport } from '#server/audit-trail/routes.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { recordRead, showFans } from '#server/audit-trail/exports.ts';
import { readOrdersOf } from '#server/orders/operator/orders.ts';
import * as manage from './accounts.ts';
import { fanCells, maskDetail, maskListed } from './accounts.ts';
import { selectFanSessions } from './sql.ts';
import { openDeletion, readMyData } from '../accounts.ts';
import { cancelRequest, revokeSessions } from '../sql.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import * as suspensions from './suspensions.ts';
import type { Sessions } from '../sessions/sessions.ts';

export interface FansDeps extends ConsoleDeps, Pick<Sessions, 'forgetSession'> {
	adjustmentBound: number;
}

export function fanOperatorRoutes(deps: FansDeps): void {
	const { db, forgetSession, adjustmentBound } = deps;

	serveOperator(deps, calls.listFans, async ({ operator, query }) => {
		const page = await manage.listFans(db, query, { whole: !operator.readsPersonalData });
		return showFans(db, operator, { action: 'fan.list', target: 'fans' }, page, maskListed);
	});
	serveOperator(deps, calls.readFan, async ({ operator, params }) => {
		const fan = await manage.readFan(db, params.fan_id);
		await recordRead(db, operator, { action: 'fan.read', target: `fan:${params.fan_id}` });
		return { fan: operator.readsPersonalData ? fan : maskDetail(fan) };
	});
	serveOperator(deps, calls.readLedger, ({ params, query }) => manage.readLedger(db, params.fan_id, query));
	serveOperator(deps, calls.readFanVotes, ({ params, query }) => manage.readFanVotes(db, params.fan_id, query));
	serveOperator(deps, calls.readFanOrders, async ({ params, query }) =>
		readOrdersOf(db, await manage.findFan(db, params.fan_id), query),
	);
	serveOperator(deps, calls.readFanSessions, async ({ params }) => ({
		list: await selectFanSessions(db, await manage.findFan(db, params.fan_id)),
	}));

	serveOperator(deps, calls.suspendFan, ({ operator, params, body }) =>
		suspensions.setSuspended(db, operator, params.fan_id, { suspended: true, ...body }),
	);
	serveOperator(deps, calls.restoreFan, ({ operator, params, body }) =>
		suspensions.setSuspended(db, operator, params.fan_id, { suspended: false, ...body }),
	);
	serveOperator(deps, setFansSuspended, ({ operator, body }) => suspensions.setFansSuspended(db, operator, body));
	serveExport(deps, exportFans, ({ body: { columns, ...filter } }) => ({
		file: 'fans.csv',
		actions: ['fan.export', 'fan.exported'],
		target: 'fans',
		filter,
		columns: columns ?? exportedColumns.fans,
		cells: fanCells,
		readPage: (page) => manage.listFans(db, { ...filter, ...page }),
	}));
	serveOperator(deps, calls.logFanOut, async ({ operator, params: { fan_id: fanId }, body }) => {
		const ended = await db.transaction(async (tx) => {
			const hashes = await revokeSessions(tx, await manage.findFan(tx, fanId));
			const after = { ended: hashes.length };
			await record(tx, operator, { action: 'fan.log_out', target: `fan:${fanId}`, after, ...body });
			return hashes;
		});
		for (const tokenHash of ended) forgetSession(tokenHash);
		return { ended: ended.length };
	});
	serveOperator(deps, calls.deleteFan, async ({ operator, params: { fan_id: fanId }, body: { why } }) => {
		const ended = await db.transaction(async (tx) => {
			const { eraseAt, gems, endedSessions } = await openDeletion(tx, await manage.findKept(tx, fanId));
			const after = { erase_time: eraseAt, gems_given_up: gems, ended: endedSessions.length };
			await record(tx, operator, { action: 'fan.delete', target: `fan:${fanId}`, after, why });
			return endedSessions;
		});
		for (const tokenHash of ended) forgetSession(tokenHash);
		return { fan: await manage.readFan(db, fanId), ended: ended.length };
	});
	serveOperator(deps, calls.keepFan, async ({ operator, params: { fan_id: fanId }, body }) => {
		await db.transaction(async (tx) => {
			const isCancelled = await cancelRequest(tx, await manage.findKept(tx, fanId));
			if (isCancelled) await record(tx, operator, { action: 'fan.keep', target: `fan:${fanId}`, ...body });
		});
		return { fan: await manage.readFan(db, fanId) };
	});
	serveOperator(deps, calls.exportFanData, async ({ operator, params: { fan_id: fanId }, body }) => {
		const fan = await manage.findKept(db, fanId);
		await db.transaction((tx) => record(tx, operator, { action: 'fan.export', target: `fan:${fanId}`, ...body }));
		return readMyData(db, fan);
	});
	serveOperator(deps, calls.adjustGems, async ({ operator, params, body, idempotencyKey }) => {
		const fan = await manage.findFan(db, params.fan_id);
		return adjustGems(db, operator, { fan, ...body, idempotencyKey }, adjustmentBound);
	});
}
