/** The life of a ranking: found, cloned, certified, and each step with its row of the audit trail. */
import {
	type ConsoleRanking,
	consoleRanking,
	type listRankings as listCall,
} from '#contract/operator/rankings/rankings.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import * as z from 'zod/mini';
import type { Database, Tx, Db } from '#server/kernel/database.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { applyOrRequestApproval, type Approved } from '#server/approvals/approvals.ts';
import { record, approvedAs, type Grounds } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { readPage } from '#server/kernel/paging.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { certifyIn, hasOpenCase, lockRankingAlone } from '../closing/closing.ts';
import { selectResult, selectStandings } from '../sql.ts';
import * as sql from './sql.ts';
import type { ConsoleRow } from './sql.ts';
import { asName, csv } from '#server/kernel/csv.ts';
import { ranked, stageAt, statusAt } from '../rules.ts';
import type { RankingStage, RankingStatus } from '#contract/rankings.ts';
import { presentPicture } from '#server/media/operator/uploads.ts';

export async function listRankings(
	db: Database,
	filter: CheckedInputOf<typeof listCall>['query'],
): Promise<{ list: ConsoleRanking[]; cursor: string | null }> {
	const byTitle = filter.sort === 'title';
	const { list, cursor } = await readPage(
		filter,
		[byTitle ? 'text' : 'bigint', 'integer'],
		(after, limit) => sql.selectRows(db, filter, after, limit),
		(row) => [byTitle ? row.titleKey : row.startKey, row.rankingId],
	);
	return { list: list.map(presentRanking), cursor };
}

export const readRanking = async (db: Db, rankingKey: string): Promise<ConsoleRanking> =>
	presentRanking(await find(db, rankingKey));

const A_CENTURY_DAYS = 36_500;

export async function cloneLastMonth(tx: Tx, actor: Actor): Promise<{ key: string }> {
	const rankingKey = await sql.insertNextMonth(tx, A_CENTURY_DAYS, true);
	if (rankingKey === null) {
		const any = await sql.selectRows(tx, { ranking_type: 'monthly' }, null, 1);
		throw new Problem(any.length > 0 ? 'ranking_exists' : 'ranking_not_found');
	}
	const after = await readRanking(tx, rankingKey);
	await record(tx, actor, { action: 'ranking.clone', target: `ranking:${rankingKey}`, after });
	return { key: rankingKey };
}

export interface CardRemoval {
	/** Removes the home card of a ranking that is over, if it has one. */
	removeCard: (tx: Tx, actor: Actor, rankingKey: string, grounds: Grounds) => Promise<void>;
}

/** Makes the result final. Fans may object until the review is over, so a second operator approves it before. */
export async function certifyRanking(
	tx: Tx,
	deps: CardRemoval,
	actor: Actor,
	{ key, why, takes_card_down }: { key: string; why: string; takes_card_down?: boolean },
) {
	const { title, rankingId, reviewEndsAt, now } = await findReviewed(tx, key);
	if (await hasOpenCase(tx, rankingId)) throw new Problem('case_open');
	const review_ends_time = Math.floor((reviewEndsAt ?? now) / 1000);
	const payload = { ranking_key: key, title, review_ends_time, ...(takes_card_down && { takes_card_down }) };
	const large = reviewEndsAt !== null && now < reviewEndsAt;
	const request = { kind: 'early_result', payload, large, why, target: `ranking:${key}` } as const;
	const approvalId = await applyOrRequestApproval(tx, actor, request, () => certify(tx, deps, actor, payload, { why }));
	return { ranking: presentRanking(await find(tx, key)), approval_id: approvalId };
}

/** Performs an approved request unless the result is final already. */
export const performCertification =
	(deps: CardRemoval) =>
	(tx: Tx, { payload, askedBy, why, approvalId }: Approved): Promise<void> =>
		certify(tx, deps, askedBy, z.parse(certified, payload), { why, approvalId });

const certified = z.object({ ranking_key: z.string(), takes_card_down: z.optional(z.boolean()) });

async function certify(
	tx: Tx,
	{ removeCard }: CardRemoval,
	actor: Actor,
	{ ranking_key: key, takes_card_down }: z.output<typeof certified>,
	grounds: Grounds,
): Promise<void> {
	await changeIn(tx, actor, { ...grounds, key, action: 'ranking.certify' }, async ({ rankingId }) => {
		await findReviewed(tx, key);
		await certifyIn(tx, rankingId);
	});
	if (takes_card_down) await removeCard(tx, actor, key, grounds);
}

/** @throws {Problem} ranking_not_found, ranking_state unless it is under review */
async function findReviewed(tx: Tx, key: string): Promise<sql.ConsoleRow> {
	const row = await findLocked(tx, key);
	if (!row.closed || row.certified) throw new Problem('ranking_state');
	return row;
}

/** A step of a ranking, with its row of the audit trail. */
export async function changeIn(
	tx: Tx,
	actor: Actor,
	{ key, why, action, approvalId }: Grounds & { key: string; action: string },
	work: (row: sql.ConsoleRow) => Promise<void>,
) {
	const before = await findLocked(tx, key);
	await work(before);
	const row = await find(tx, key);
	const state = (one: sql.ConsoleRow) => ({ status: statusOf(one), stage: stageOf(one), draft: one.draft });
	const after = approvedAs(state(row), approvalId);
	await record(tx, actor, { action, target: `ranking:${key}`, before: state(before), after, why });
	return { ranking: presentRanking(row) };
}

export const find = async (db: Pick<Tx, 'query'>, rankingKey: string): Promise<sql.ConsoleRow> =>
	orRefuse(await sql.selectRow(db, rankingKey), 'ranking_not_found');

/** Locked alone until the transaction ends. @throws {Problem} ranking_not_found */
export async function findLocked(tx: Tx, rankingKey: string): Promise<sql.ConsoleRow> {
	const { rankingId } = await find(tx, rankingKey);
	// One that was deleted while this call waited for it is not found, also if another ranking has its key now.
	if (!(await lockRankingAlone(tx, rankingId))) throw new Problem('ranking_not_found');
	return find(tx, rankingKey);
}

/** A text that is that of the stored ranking keeps its instant. @throws {Problem} period_invalid unless it begins after now */
export async function expectToCome(
	tx: Tx,
	{ starts_local: starts, ends_local: ends }: Pick<sql.ConsoleRow, 'starts_local' | 'ends_local'>,
	before?: sql.ConsoleRow,
): Promise<void> {
	const times = await readSiteTimes(tx);
	const kept = (local: string, ms: number) => ({ local, seconds: ms / 1000 });
	const startsAt = times.instantOf('starts_local', starts, before && kept(before.starts_local, before.startsAt));
	const endsAt = times.instantOf('ends_local', ends, before && kept(before.ends_local, before.endsAt));
	if (startsAt <= times.now || endsAt <= startsAt) throw new Problem('period_invalid');
}

export async function exportResults(db: Db, rankingKey: string, format: 'csv' | 'json') {
	const row = await find(db, rankingKey);
	const heading = ['rank', 'artist_id', 'en_name', 'native_name', 'sub_title', 'tickets'] as const;
	const entries = ranked(await (row.certified ? selectResult : selectStandings)(db, row.rankingId));
	const results = entries.map((entry) => Object.fromEntries(heading.map((column) => [column, entry[column] ?? ''])));
	if (format === 'json') {
		const head = { ranking_key: rankingKey, title: row.title, status: statusOf(row), stage: stageOf(row) };
		const text = JSON.stringify({ ...head, time: Math.floor(row.now / 1000), results }, null, '\t');
		return { name: `${rankingKey}.json`, type: 'application/json', text };
	}
	const cells = results.map((one) =>
		Object.values(one).map((cell) => (typeof cell === 'string' ? asName(cell) : cell)),
	);
	return { name: `${rankingKey}.csv`, type: 'text/csv', text: csv(heading, cells) };
}

export const isFrozen = (row: ConsoleRow): boolean => !row.draft && (row.now >= row.startsAt || row.closed);

/** A draft is never opened or ended by the clock. */
export const statusOf = (row: ConsoleRow): RankingStatus => (row.draft ? 'upcoming' : statusAt(row, row.now));

export const stageOf = (row: ConsoleRow): RankingStage => (row.draft ? 'open' : stageAt(row, row.now));

/** Fans who have voted must not find their ranking gone. */
export const mayBeUnpublished = (row: ConsoleRow): boolean => !row.draft && !row.voted && statusOf(row) !== 'ended';

export function presentRanking(row: ConsoleRow): ConsoleRanking {
	const { pauseReason: reason, pausedSince } = row;
	const all: ConsoleRanking = {
		...row,
		status: statusOf(row),
		stage: stageOf(row),
		start_time: Math.floor(row.startsAt / 1000),
		end_time: Math.floor(row.endsAt / 1000),
		review_end_time: row.reviewEndsAt === null ? null : Math.floor(row.reviewEndsAt / 1000),
		cover: presentPicture(row.cover_media_id),
		frozen: isFrozen(row),
		can_unpublish: mayBeUnpublished(row),
		pause: reason === null ? null : { reason, since: Math.floor((pausedSince ?? 0) / 1000) },
	};
	const names = Object.keys(consoleRanking.shape) as (keyof ConsoleRanking)[];
	return Object.fromEntries(names.map((name) => [name, all[name]])) as ConsoleRanking;
}

/** Monthly rankings are created so long before they open. */
const DAYS_AHEAD = 7;

export async function prepareNextMonth(db: Database): Promise<string | null> {
	return db.transaction(async (tx) => {
		const key = await sql.insertNextMonth(tx, DAYS_AHEAD, false);
		if (key !== null) await record(tx, null, { action: 'ranking.publish', target: `ranking:${key}` });
		return key;
	});
}
