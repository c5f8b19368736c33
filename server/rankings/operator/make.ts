/** Creates and edits rankings, directly or after a second operator has approved the price. */
import { rankingCreation, rankingEdit, rankings } from '#contract/operator/rankings/rankings.ts';
import * as z from 'zod/mini';
import type { Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { expectMedia } from '#server/media/operator/uploads.ts';
import { applyOrRequestApproval, type Approved, isFarFrom } from '#server/approvals/approvals.ts';
import { record, approvedAs } from '#server/audit-trail/audit-trail.ts';
import { type Actor, expectSteppedUp, type StepUp } from '#server/kernel/caller.ts';
import { insertRow, updateRow } from '#server/resources/table.ts';
import { mayUse, type OperatorRole } from '#contract/operator/operators/session.ts';
import { expectToCome, find, findLocked, isFrozen, presentRanking } from './rankings.ts';
import * as sql from './sql.ts';
import { enter } from './entries/entries.ts';

type Creation = z.output<typeof rankingCreation>;

export interface PriceBound {
	/** Percent by which a ranking's price may differ from the site's without a second operator. */
	changeBound: number;
	siteGemsADayAgo: (tx: Tx) => Promise<number>;
}

interface ActorInRole extends Actor, StepUp {
	role: OperatorRole;
}

/** Creates the ranking. If its price needs approval, creates nothing yet and returns the approval request. */
export async function createRanking(tx: Tx, actor: ActorInRole, body: Creation, bound: PriceBound) {
	const { fields, siteGems } = await checkNew(tx, body);
	const { ranking_key: key, gems_per_vote: gemsPerVote } = fields;
	expectMaySetPrice(actor, gemsPerVote, siteGems);
	const request = { ...priceRequest(key, gemsPerVote, siteGems), payload: { create: body } };
	const large = await isFarFromSitePrice(tx, { gemsPerVote, siteGems }, bound);
	const approvalId = await applyOrRequestApproval(tx, actor, { ...request, large }, () => makeRanking(tx, actor, body));
	return { key, approvalId };
}

async function checkNew(tx: Tx, body: Creation) {
	const siteGems = await sql.selectSiteGemsPerVote(tx);
	const fields = { ...body, draft: body.draft ?? false, gems_per_vote: body.gems_per_vote ?? siteGems };
	await expectToCome(tx, fields);
	await expectMedia(tx, body.cover_media_id);
	if (await sql.selectRow(tx, body.ranking_key)) throw new Problem('ranking_exists');
	return { fields, siteGems };
}

async function makeRanking(tx: Tx, actor: Actor, body: Creation, approvalId?: string): Promise<void> {
	const { fields } = await checkNew(tx, body);
	await insertRow(tx, sql.ranking, fields);
	const after = approvedAs(body, approvalId);
	await record(tx, actor, { action: 'ranking.create', target: `ranking:${body.ranking_key}`, after });
}

type Edit = z.output<typeof rankingEdit>;

export async function editRanking(tx: Tx, bound: PriceBound, actor: ActorInRole, rankingKey: string, body: Edit) {
	const before = await findLocked(tx, rankingKey);
	const { gems_per_vote: gemsPerVote } = body;
	const { siteGemsPerVote: siteGems } = before;
	await checkEdit(tx, before, body);
	const samePrice = gemsPerVote === before.gems_per_vote;
	if (!samePrice) expectMaySetPrice(actor, gemsPerVote, siteGems);
	const request = {
		...priceRequest(rankingKey, gemsPerVote, siteGems),
		payload: { edit: { ranking_key: rankingKey, ...body } },
		large: !samePrice && (await isFarFromSitePrice(tx, { gemsPerVote, siteGems }, bound)),
	};
	const approvalId = await applyOrRequestApproval(tx, actor, request, () => changeRanking(tx, actor, rankingKey, body));
	return { ranking: presentRanking(await find(tx, rankingKey)), approval_id: approvalId };
}

async function checkEdit(tx: Tx, before: sql.ConsoleRow, body: Edit): Promise<void> {
	if (before.version !== body.version) throw new Problem('stale_edit');
	const rules = Object.keys(rankings.rules) as (keyof typeof rankings.rules)[];
	if (rules.some((rule) => body[rule] !== before[rule])) {
		if (isFrozen(before)) throw new Problem('ranking_frozen');
		await expectToCome(tx, body, before);
	}
	await expectMedia(tx, body.cover_media_id);
}

async function changeRanking(tx: Tx, actor: Actor, rankingKey: string, body: Edit, approvalId?: string): Promise<void> {
	const before = await findLocked(tx, rankingKey);
	await checkEdit(tx, before, body);
	const { version: _, ...fields } = body;
	await updateRow(tx, sql.ranking, before.rankingId, fields, before);
	const after = approvedAs(presentRanking(await find(tx, rankingKey)), approvalId);
	const target = `ranking:${rankingKey}`;
	await record(tx, actor, { action: 'ranking.edit', target, before: presentRanking(before), after });
}

const approvedShape = z.union([
	z.object({ create: rankingCreation }),
	z.object({ edit: z.object({ ...rankingEdit.shape, ranking_key: z.string() }) }),
]);

export async function performRankingPrice(tx: Tx, { payload, askedBy, approvalId }: Approved): Promise<void> {
	const approved = z.parse(approvedShape, payload);
	if ('create' in approved) return makeRanking(tx, askedBy, approved.create, approvalId);
	const { ranking_key: rankingKey, ...body } = approved.edit;
	await changeRanking(tx, askedBy, rankingKey, body, approvalId);
}

/** Only finance may set a price that differs from the site's, after a step-up by passkey. @throws {Problem} */
function expectMaySetPrice(actor: ActorInRole, gemsPerVote: number, siteGems: number): void {
	if (gemsPerVote === siteGems) return;
	if (!mayUse(actor.role, 'operator:finance'))
		throw new Problem('forbidden', { message: 'Only finance sets a price of votes that is not the site’s' });
	expectSteppedUp(actor);
}

/** Compared with the site's price of a day ago: to move that by half, and a ranking's by another half, counts together. */
async function isFarFromSitePrice(
	tx: Tx,
	{ gemsPerVote, siteGems }: { gemsPerVote: number; siteGems: number },
	{ changeBound, siteGemsADayAgo }: PriceBound,
): Promise<boolean> {
	if (gemsPerVote === siteGems) return false;
	return isFarFrom(await siteGemsADayAgo(tx), gemsPerVote, changeBound);
}

const priceRequest = (rankingKey: string, gemsPerVote: number, siteGems: number) => ({
	kind: 'ranking_price' as const,
	why: `This ranking takes ${gemsPerVote} gems per vote, the site ${siteGems}`,
	target: `ranking:${rankingKey}`,
});

/** A draft with all whose birthday it is. @throws {Problem} ranking_not_found for a month that nothing is proposed for */
export async function makeProposed(tx: Tx, actor: Actor, month: string): Promise<{ key: string }> {
	const proposal = (await sql.selectProposals(tx)).find((each) => each.month === month);
	if (!proposal) throw new Problem('ranking_not_found');
	const { ranking_key: key, title, starts_local, ends_local, artists } = proposal;
	await makeRanking(tx, actor, {
		ranking_key: key,
		ranking_type: 'birthday',
		draft: true,
		title,
		starts_local,
		ends_local,
		votes_per_fan_max: null,
		review_hours: 24,
		cover_media_id: null,
		cover_alt: '',
		cover_link_url: null,
	});
	const made = await findLocked(tx, key);
	await enter(tx, actor, made, { artistIds: artists.map(({ artist_id: artistId }) => artistId) });
	return { key };
}
