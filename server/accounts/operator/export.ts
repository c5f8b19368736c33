/** Fans as a CSV file, for operators who may read personal data. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { listedFan } from '#contract/operator/accounts.ts';
import type { exportFans as call } from '#contract/operator/lists/exports.ts';
import type * as z from 'zod/mini';
import { csvTime, exportList } from '#server/audit-trail/exports.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { listFans } from './accounts.ts';

type Fan = z.output<typeof listedFan>;

const cells = {
	id: (fan: Fan) => fan.fan_id,
	name: (fan: Fan) => fan.name,
	email: (fan: Fan) => fan.email,
	country: (fan: Fan) => fan.country,
	joined: (fan: Fan) => csvTime(fan.joined_time),
	status: (fan: Fan) => (fan.suspended ? 'suspended' : fan.registered ? 'active' : 'not registered'),
	earned: (fan: Fan) => fan.earned,
	purchased: (fan: Fan) => fan.purchased,
};

export function fansAsCsv(db: Database, actor: Actor, { columns, ...filter }: CheckedInputOf<typeof call>['body']) {
	return exportList(db, actor, {
		actions: ['fan.export', 'fan.exported'],
		target: 'fans',
		filter,
		columns,
		cells,
		readPage: (page) => listFans(db, { ...filter, ...page }),
	});
}
