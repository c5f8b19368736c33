/** The statement that asks a server, primary or standby, who and where it is. */
import { one, type Db } from '#server/kernel/database.ts';
import type { ServerState } from './rules.ts';

export function selectServerState(db: Db): Promise<ServerState> {
	return one<ServerState>(db, {
		name: 'select_server_state',
		text: `select pg_is_in_recovery() as "isStandby", system_identifier::text as system,
				(select oid::text from pg_database where datname = current_database()) as database,
				(select string_agg(name, ' ' order by name) from migration) as migrations,
				(
					case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0'
				)::bigint as position
			from pg_control_system()`,
	});
}
