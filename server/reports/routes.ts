import * as calls from '#contract/operator/reports.ts';
import { type ConsoleDeps, sendFile, serveOperator, serveOperatorFile } from '#server/http/console/serve.ts';
import { readReport, reportAsCsv } from './reports.ts';

export function reportRoutes(deps: ConsoleDeps): void {
	serveOperator(deps, calls.readReport, ({ query }) => readReport(deps.db, query));
	serveOperatorFile(deps, calls.exportReport, async ({ query, reply }) =>
		sendFile(reply, { ...(await reportAsCsv(deps.db, query)), type: 'text/csv' }),
	);
}
