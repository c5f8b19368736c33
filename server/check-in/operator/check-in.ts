/** The check-in as operators set it. The site's settings hold it, and their lock and version cover it. */
import * as z from 'zod/mini';
import { rewards, type readCheckInSettings } from '#contract/operator/site/settings.ts';
import { applyOrRequestApproval, type Approved, isFarFrom } from '#server/approvals/approvals.ts';
import { readDayAgo, changeThing, expectLatest } from '#server/audit-trail/audit-trail.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import { type Database, type Tx, type Db, sql } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/caller.ts';
import type { ReplyOf } from '#contract/endpoint.ts';

export interface CheckInDeps {
	db: Database;
	/** Percent by which the rewards may change in a day without a second operator. */
	changeBound: number;
}

export function changeRule(
	db: Database,
	actor: Actor,
	{ version, rule_raw: raw }: { version: number; rule_raw: string },
): Promise<CheckInRow> {
	const edit = { ...thing, action: 'check_in.edit_rule', version };
	return db.transaction((tx) =>
		changeThing(tx, actor, edit, { read: () => lockCheckIn(tx), write: () => updateRule(tx, raw, sanitizeHtml(raw)) }),
	);
}

const thing = { target: 'check_in', missing: 'not_found' } as const;

const rewardsShape = z.object({ rewards });
const rewardsChange = z.object({ version: z.int(), rewards, restarts_after_miss: z.boolean() });
type RewardsChange = z.output<typeof rewardsChange>;

export function changeRewards(
	{ db, changeBound }: CheckInDeps,
	actor: Actor,
	{ why, ...change }: RewardsChange & { why: string },
): Promise<string | null> {
	return db.transaction(async (tx) => {
		const now = await lockCheckIn(tx);
		expectLatest(now, { version: change.version, missing: 'not_found' });
		const actions = ['check_in.edit_rule', 'check_in.edit_rewards'];
		const then = await readDayAgo<{ rewards: number[] }>(tx, { ...thing, actions, shape: rewardsShape }, now);
		const large = isFarFrom(total((then ?? now).rewards), total(change.rewards), changeBound);
		const asked = { kind: 'reward_change', payload: change, large, why, target: 'check_in' } as const;
		return applyOrRequestApproval(tx, actor, asked, () => writeRewards(tx, actor, { ...change, why }));
	});
}

const total = (gems: readonly number[]) => gems.reduce((sum, day) => sum + day, 0);

export async function performRewardChange(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	await writeRewards(tx, askedBy, { ...z.parse(rewardsChange, payload), why, approvalId });
}

/** The new ones count from the next claim on. */
function writeRewards(
	tx: Tx,
	actor: Actor,
	{ rewards: gems, restarts_after_miss: restarts, ...change }: RewardsChange & { why: string; approvalId?: string },
): Promise<CheckInRow> {
	const edit = { ...thing, ...change, action: 'check_in.edit_rewards' };
	const write = () => updateRewards(tx, gems, restarts);
	return changeThing(tx, actor, edit, { read: () => lockCheckIn(tx), write });
}

type CheckInRow = ReplyOf<typeof readCheckInSettings>['check_in'];

async function lockCheckIn(tx: Tx): Promise<CheckInRow> {
	await sql`select from site_setting for update`.run(tx);
	return selectCheckIn(tx);
}

export const selectCheckIn = (db: Db): Promise<CheckInRow> =>
	sql`select (select json_agg(gems order by sequence) from check_in_reward) as rewards,
		check_in_restarts_after_miss as restarts_after_miss, check_in_rule_raw as rule_raw,
		check_in_rule_html as rule_html, check_in_version as version from site_setting`.one(db);

const updateRule = (tx: Tx, raw: string, { html, policy }: { html: string; policy: number }): Promise<void> =>
	sql`update site_setting set check_in_rule_raw = ${raw}, check_in_rule_html = ${html},
		check_in_rule_policy = ${policy}, check_in_version = check_in_version + 1`.run(tx);

async function updateRewards(tx: Tx, gems: readonly number[], restartsAfterMiss: boolean): Promise<void> {
	await sql`update check_in_reward set gems = given.gems
		from unnest(${gems}::integer[]) with ordinality as given (gems, sequence)
		where check_in_reward.sequence = given.sequence`.run(tx);
	await sql`update site_setting set check_in_restarts_after_miss = ${restartsAfterMiss},
		check_in_version = check_in_version + 1`.run(tx);
}
