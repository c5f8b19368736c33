/** Lists as CSV files: the rows that the filters leave, in the order shown, with the columns chosen. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { artistKind } from '../../rankings.ts';
import { bigId, id, search } from '../../values/shapes.ts';
import { byCase } from '../voting/cases.ts';
import { fanFilter } from '../accounts.ts';
import { trailFilter } from '../audit-trail.ts';
import { orderFilter } from '../orders.ts';
import { listOrder } from '../shapes.ts';

/** An export ends after so many rows. */
export const EXPORT_ROWS_MAX = 100_000;

export const exportedColumns = {
	fans: ['id', 'name', 'email', 'country', 'joined', 'status', 'earned', 'purchased'],
	orders: [
		'trade_no',
		'order',
		'fan',
		'name',
		'email',
		'status',
		'gems',
		'price',
		'refunded',
		'disputed',
		'net',
		'currency',
		'paid',
	],
	/** As an import of entries reads them. */
	artists: ['artist_id', 'en_name', 'sub_title', 'native_name', 'kind', 'fan_color', 'status'],
	audit: ['id', 'time', 'operator', 'action', 'target', 'why', 'before', 'after'],
	caseVotes: ['fan', 'name', 'country', 'artist', 'tickets', 'cost', 'cast', 'state'],
} as const;

/** All of them without a choice. */
const columnsOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
	z.optional(z.array(z.enum(names)).check(z.minLength(1), z.maxLength(names.length)));

const file = { methods: ['POST'], givesFile: true, reply: z.string() } as const;
/** Names and addresses of fans. */
const personal = { access: 'operator:editor+finance', stepUp: true } as const;

export const exportFans = endpoint({
	...file,
	...personal,
	path: '/console/fans/export',
	summary: 'Fans as a CSV file, with the filters and the order of the list. Ends after 100,000 rows',
	body: z.object({
		search: z.optional(search(200)),
		status: z.optional(fanFilter),
		order: listOrder,
		columns: columnsOf(exportedColumns.fans),
	}),
});

export const exportOrders = endpoint({
	...file,
	...personal,
	path: '/console/orders/export',
	summary: 'Orders as a CSV file, with the filters and the order of the list. Ends after 100,000 rows',
	body: z.object({
		...orderFilter,
		order: listOrder,
		columns: columnsOf(exportedColumns.orders),
	}),
});

export const exportArtists = endpoint({
	...file,
	path: '/console/artists/export',
	summary: 'Artists as a CSV file, with the filters and the order of the list. Ends after 100,000 rows',
	access: 'operator',
	body: z.object({
		search: z.optional(search(200)),
		kind: z.optional(artistKind),
		sort: z.optional(z.enum(['name', 'newest'])),
		order: listOrder,
		columns: columnsOf(exportedColumns.artists),
	}),
});

export const exportAuditTrail = endpoint({
	...file,
	path: '/console/audit/export',
	summary: 'The audit trail as a CSV file, with the filters and the order of the list. Ends after 100,000 rows',
	access: 'operator:owner',
	body: z.object({
		...trailFilter,
		operator_id: z.optional(id),
		order: listOrder,
		columns: columnsOf(exportedColumns.audit),
	}),
});

export const exportCaseVotes = endpoint({
	...file,
	...personal,
	path: '/console/cases/:case_id/votes/export',
	summary: 'The votes of a case as a CSV file, by fan. Ends after 100,000 rows',
	params: byCase,
	body: z.object({ fan_id: z.optional(bigId), columns: columnsOf(exportedColumns.caseVotes) }),
	problems: ['case_not_found'],
});
