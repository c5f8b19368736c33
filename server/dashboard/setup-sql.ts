/** Statements of the setup checklist. */
import { one, sql, type Db, type Tx } from '#server/kernel/database.ts';

/** A column per step that the database knows, and the operator's own marks. */
export interface SetupRow {
	hidden: boolean;
	site: boolean;
	passkeys: boolean;
	team: boolean;
	artists: boolean;
	ranking: boolean;
	home_cards: boolean;
	check_in: boolean;
	packs: boolean;
	news_category: boolean;
	article: boolean;
	banner: boolean;
	backups: boolean;
	status_page: boolean;
}

/** Settings and check-in count as set up once an operator has saved them: their defaults suit only some sites. */
export function selectSetup(db: Db, operatorId: number): Promise<SetupRow> {
	return one<SetupRow>(db, {
		text: `select
				exists (select from operator_setup where operator_id = $1 and mark = 'hidden') as hidden,
				version > 1 as site,
				(select count(*) >= 2 from operator_passkey where operator_id = $1) as passkeys,
				(select count(*) >= 2 from operator where removed_at is null) as team,
				exists (select from artist where hidden_at is null) as artists,
				exists (select from ranking join ranking_entry using (ranking_id) where published_at is not null) as ranking,
				exists (select from rank_entry_config) as home_cards,
				check_in_version > 1 or check_in_rule_raw <> '' as check_in,
				exists (select from goods where withdrawn_at is null) as packs,
				exists (select from news_category) as news_category,
				exists (select from news where hidden_at is null) as article,
				exists (select from banner where hidden_at is null) as banner,
				current_setting('archive_mode') <> 'off' as backups,
				exists (select from operator_setup where operator_id = $1 and mark = 'status_read') as status_page
			from site_setting`,
		values: [operatorId],
	});
}

/** Returns true if the mark was not there before. */
export async function insertMark(tx: Tx, operatorId: number, mark: string): Promise<boolean> {
	const rows = await tx.query(
		sql`insert into operator_setup (operator_id, mark) values (${operatorId}, ${mark}) on conflict do nothing returning mark`,
	);
	return rows.length > 0;
}

/** Returns true if the mark was there. */
export async function deleteMark(tx: Tx, operatorId: number, mark: string): Promise<boolean> {
	const rows = await tx.query(
		sql`delete from operator_setup where operator_id = ${operatorId} and mark = ${mark} returning mark`,
	);
	return rows.length > 0;
}
