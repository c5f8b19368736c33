/** The check-in as operators set it. The site's settings hold it, and their lock and version cover it. */
import * as z from 'zod/mini';
import { rewards } from '#contract/operator/site/settings.ts';
import { applyOrRequestApproval, type Approved } from '#server/approvals/approvals.ts';
import { isFarFrom } from '#server/approvals/bounds.ts';
import { readDayAgo, changeThing, expectLatest } from '#server/audit-trail/audit-trail.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import * as sql from './sql.ts';

export interface CheckInDeps {
	db: Database;
	/** Percent by which the rewards may change in a day without a second operator. */
	changeBound: number;
}

export function changeRule(
	db: Database,
	actor: Actor,
	{ version, rule_raw: raw }: { version: number; rule_raw: string },
): Promise<sql.CheckInRow> {
	const edit = { ...thing, action: 'check_in.edit_rule', version };
	return db.transaction((tx) =>
		changeThing(tx, actor, edit, {
			read: () => sql.lockCheckIn(tx),
			write: () => sql.updateRule(tx, raw, sanitizeHtml(raw)),
		}),
	);
}

const thing = { target: 'check_in', missing: 'not_found' } as const;

const rewardsShape = z.object({ rewards });
const rewardsChange = z.object({ version: z.int(), rewards, restarts_after_miss: z.boolean() });
type RewardsChange = z.output<typeof rewardsChange>;

/** Changes the rewards; claimed ones stay claimed. Returns the approval request if the change needs one. */
export function changeRewards(
	{ db, changeBound }: CheckInDeps,
	actor: Actor,
	{ why, ...change }: RewardsChange & { why: string },
): Promise<string | null> {
	return db.transaction(async (tx) => {
		const now = await sql.lockCheckIn(tx);
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
): Promise<sql.CheckInRow> {
	const edit = { ...thing, ...change, action: 'check_in.edit_rewards' };
	const write = () => sql.updateRewards(tx, gems, restarts);
	return changeThing(tx, actor, edit, { read: () => sql.lockCheckIn(tx), write });
}
