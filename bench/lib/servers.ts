/** Our servers, as production starts them. */
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { MASTER_KEY, type BenchDatabase } from './ground.ts';

export const LIMITS = {
	// Above the default: one program is the load, with one address and fewer fans than the votes of a second would have.
	VOTE_REQUESTS_PER_SECOND: '1000000',
	READS_PER_MINUTE: '10000000',
	CONNECTIONS_MAX: '1000000',
	// The fans of the ground are encrypted under it.
	VOTE_LOG_MASTER_KEY: MASTER_KEY.toString('base64'),
	VOTE_LOG_SIGNING_KEY: MASTER_KEY.toString('base64'),
};

export const startOurs = ({ url }: BenchDatabase, env: Record<string, string> = {}): Promise<ServerProcess> =>
	startServerProcess(url, { ...LIMITS, ...env });
