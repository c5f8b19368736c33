/** Routes for operators who watch the public logs. */
import { listVoteLogs as listCall } from '#contract/operator/voting/vote-logs.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { listVoteLogs } from './vote-logs.ts';

export function voteLogOperatorRoutes(deps: ConsoleDeps & { publicUrl: string }): void {
	serveOperator(deps, listCall, ({ query }) => listVoteLogs(deps.db, deps.publicUrl, query));
}
