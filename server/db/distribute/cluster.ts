/** What a cluster must be like before a site is distributed over it, and whenever the site starts on it. */
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { APP_ROLE } from '../connect.ts';
import { OF_CALLS } from '../timeouts.ts';

/** Major version of Citus that the tests ran on. */
export const CITUS_MAJOR = 14;

export interface Cluster {
	/** As in `14.0-1`; null without the extension. */
	version: string | null;
	workers: readonly WorkerFacts[];
}

export interface WorkerFacts {
	/** As in `10.0.0.7:5432`. */
	address: string;
	/** Why it did not answer; null if it did. */
	error: string | null;
	version: string | null;
	/** True if the role of the application may log in there; null if there is none. */
	roleCanLogIn: boolean | null;
	/** True if that role waits for a lock for a bounded time. The coordinator's own limit does not reach a worker. */
	roleHasLockTimeout: boolean;
}

/** A setting of the role on each worker, as an operator writes it. */
const ROLE_LOCK_TIMEOUT = `${OF_CALLS.lockMs / 1000}s`;

export async function readCluster(db: Db): Promise<Cluster> {
	const installed = await maybeOne<{ version: string }>(db, {
		text: `select extversion as version from pg_extension where extname = 'citus'`,
	});
	if (!installed) return { version: null, workers: [] };
	const rows = await db.query<{ address: string; success: boolean; result: string }>({
		text: `select nodename || ':' || nodeport as address, success, result
			from run_command_on_workers($asked$
				select json_build_object(
					'version', (select extversion from pg_extension where extname = 'citus'),
					'roleCanLogIn', (select rolcanlogin from pg_roles where rolname = '${APP_ROLE}'),
					'roleHasLockTimeout', exists (
						select from pg_roles, unnest(rolconfig) setting
						where rolname = '${APP_ROLE}' and setting ~ '^lock_timeout=.*[1-9]'
					)
				)
			$asked$) order by 1`,
	});
	const workers = rows.map(({ address, success, result }) => ({
		address,
		error: success ? null : result,
		version: null,
		roleCanLogIn: null,
		roleHasLockTimeout: false,
		...(success ? (JSON.parse(result) as Omit<WorkerFacts, 'address' | 'error'>) : {}),
	}));
	return { version: installed.version, workers };
}

/** Says what is wrong with the cluster and what to do, a sentence each. */
export function* faultsOfCluster({ version, workers }: Cluster): Iterable<string> {
	if (version === null) {
		yield (
			'The database has no Citus: install it on all servers, and as a superuser run "create extension citus" in this ' +
				'database of each, then citus_set_coordinator_host and citus_add_node here'
		);
		return;
	}
	if (Number.parseInt(version, 10) !== CITUS_MAJOR) yield ofVersion('The coordinator', version);
	if (workers.length === 0) yield 'The cluster has no worker: add at least one with citus_add_node';
	for (const worker of workers) {
		const name = `Worker ${worker.address}`;
		if (worker.error !== null) {
			yield `${name} does not answer: ${worker.error}. Start it, or remove it with citus_remove_node`;
		} else if (worker.version !== version) {
			yield ofVersion(name, worker.version ?? 'missing');
		} else if (worker.roleCanLogIn !== true) {
			yield (
				`${name} has no role ${APP_ROLE} that may log in: as a superuser there, run ` +
					(worker.roleCanLogIn === null
						? `"create role ${APP_ROLE} login", and let pg_hba.conf admit it from the coordinator`
						: `"alter role ${APP_ROLE} login", and let pg_hba.conf admit it from the coordinator`)
			);
		} else if (!worker.roleHasLockTimeout) {
			yield (
				`${name} lets ${APP_ROLE} wait for a lock without end: as a superuser there, run ` +
					`"alter role ${APP_ROLE} set lock_timeout = '${ROLE_LOCK_TIMEOUT}'"`
			);
		}
	}
}

const ofVersion = (name: string, version: string) =>
	`${name} has Citus ${version}, and Lightstick was tested on ${CITUS_MAJOR}: install that version on all servers`;
