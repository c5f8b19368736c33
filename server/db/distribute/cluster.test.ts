/** What is wrong with a cluster is said in a sentence, with what to do. */
import { expect, it } from 'vitest';
import { faultsOfCluster, type WorkerFacts } from './cluster.ts';

const WORKER: WorkerFacts = {
	address: '10.0.0.7:5432',
	error: null,
	version: '14.0-1',
	roleCanLogIn: true,
	roleHasLockTimeout: true,
};
const clusterOf = (...workers: Partial<WorkerFacts>[]) => ({
	version: '14.0-1',
	workers: workers.map((worker) => ({ ...WORKER, ...worker })),
});

it('takes a cluster of the tested version whose workers admit the application', () => {
	expect([...faultsOfCluster(clusterOf({}, { address: '10.0.0.8:5432' }))]).toEqual([]);
});

it.each([
	['without Citus', { version: null, workers: [] }, /has no Citus: install it on all servers/],
	['without a worker', clusterOf(), /no worker: add at least one with citus_add_node/],
	['of another version', { ...clusterOf(), version: '13.1-1' }, /The coordinator has Citus 13.1-1, .* tested on 14/],
	['with a worker of another version', clusterOf({ version: '14.1-1' }), /Worker 10.0.0.7:5432 has Citus 14.1-1/],
	['with a worker that does not answer', clusterOf({ error: 'refused' }), /does not answer: refused. Start it, or/],
	['with a worker without the role', clusterOf({ roleCanLogIn: null }), /run "create role lightstick_app login"/],
	['with a role that may not log in', clusterOf({ roleCanLogIn: false }), /run "alter role lightstick_app login"/],
	[
		'with a role that waits for locks without end',
		clusterOf({ roleHasLockTimeout: false }),
		/run "alter role lightstick_app set lock_timeout = '2s'"/,
	],
])('refuses a cluster %s', (_name, cluster, sentence) => {
	expect([...faultsOfCluster(cluster)].join('\n')).toMatch(sentence);
});
