/** Statements that name what audit entries point to. */
import { sql, type Db } from '#server/kernel/database.ts';

export interface TargetIds {
	fans: number[];
	rankings: string[];
	artists: number[];
	articles: number[];
	operators: number[];
	invitations: number[];
}

/** Each part reads its rows by primary key. A fan without a name has no row. */
export function selectNames(db: Db, ids: TargetIds): Promise<{ target: string; name: string }[]> {
	return db.query(sql`select 'fan:' || fan.fan_id as target, name from unnest(${ids.fans}::bigint[]) asked (id)
				join fan on fan.fan_id = asked.id where name is not null
			union all select 'ranking:' || ranking_key, title from ranking where ranking_key = any(${ids.rankings}::text[])
			union all select 'artist:' || artist_id, en_name from artist where artist_id = any(${ids.artists}::integer[])
			union all select 'news:' || news_id, title from news where news_id = any(${ids.articles}::integer[])
			union all select 'operator:' || operator_id, coalesce(name, email) from operator where operator_id = any(${ids.operators}::integer[])
			union all select 'invitation:' || invitation_id, email from operator_invitation
				where invitation_id = any(${ids.invitations}::integer[])`);
}
