/** Named artists and rankings. */
import { one, type Database } from '#server/kernel/database.ts';

export interface Contest {
	rankingId: number;
	key: string;
	artistIds: number[];
}

export interface ContestTraits {
	type?: 'monthly' | 'birthday' | 'theme';
	/** Days from now; the present lies between them by default. */
	startsIn?: number;
	endsIn?: number;
	/** Exact ends, where days are too coarse. */
	startsAt?: Date;
	endsAt?: Date;
	gemsPerVote?: number;
	cap?: number;
	artists?: string[];
	/** Puts it on a tab of the leaderboard. */
	tab?: string;
}

const DAY_MS = 86_400_000;

/** A ranking with artists of its own, in the order of their names. */
export async function aContest(owner: Database, key: string, traits: ContestTraits = {}): Promise<Contest> {
	const {
		type = 'monthly',
		artists = ['Ayu Bara', 'Bex Corran', 'Cleo Dastan', 'Dov Elling'],
		gemsPerVote = 10,
	} = traits;
	const startsAt = traits.startsAt ?? new Date(Date.now() + (traits.startsIn ?? -10) * DAY_MS);
	const endsAt = traits.endsAt ?? new Date(Date.now() + (traits.endsIn ?? 10) * DAY_MS);
	return owner.transaction(async (tx) => {
		const { rankingId } = await one<{ rankingId: number }>(tx, {
			text: `insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote, votes_per_fan_max)
				values ($1, $2, $3, $4, $5, $6, $7) returning ranking_id as "rankingId"`,
			values: [key, type, `The ${key} ranking`, startsAt, endsAt, gemsPerVote, traits.cap ?? null],
		});
		const artistIds: number[] = [];
		for (const name of artists) {
			const { artistId } = await one<{ artistId: number }>(tx, {
				text: `insert into artist (kind, en_name, native_name, native_lang, nationality, gender, birthday, fan_color,
						sub_title, description_raw, description_html)
					values ($1, $2, $3, 'ko', 'KR', $4, $5, '#2FD3C2', $6, '<p>About</p>', '<p>About</p>')
					returning artist_id as "artistId"`,
				values:
					type === 'theme'
						? ['song', name, null, null, null, 'The Singers']
						: ['solo', name, `${name} 이름`, 2, '2001-07-07', null],
			});
			artistIds.push(artistId);
			await tx.query({
				text: 'insert into ranking_entry (ranking_id, artist_id) values ($1, $2)',
				values: [rankingId, artistId],
			});
		}
		if (traits.tab) {
			await tx.query({
				text: `insert into rank_entry_config (position, main_tab, ranking_id, rank_name)
					values ((select count(*) + 1 from rank_entry_config), $1, $2, $3)`,
				values: [traits.tab, rankingId, `Vote for ${key}`],
			});
		}
		return { rankingId, key, artistIds };
	});
}
