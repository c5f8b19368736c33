/** A ranking's own vote price. A price that differs from the site's changes the value of gems. */
import { mayUse, type OperatorRole } from '#contract/operator/operators/session.ts';
import type { Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { type Actor, expectSteppedUp, type StepUp } from '#server/kernel/operator.ts';
import { isFarFrom } from '#server/approvals/bounds.ts';

export interface PriceBound {
	/** Percent by which a ranking's price may differ from the site's without a second operator. */
	changeBound: number;
	/** Reads the gems that a vote cost on the site a day ago. */
	siteGemsADayAgo: (tx: Tx) => Promise<number>;
}

/** An operator with their role and their last step-up by passkey. */
export interface ActorInRole extends Actor, StepUp {
	role: OperatorRole;
}

/** Only finance may set a price that differs from the site's, after a step-up by passkey. @throws {Problem} */
export function expectMaySetPrice(actor: ActorInRole, gemsPerVote: number, siteGems: number): void {
	if (gemsPerVote === siteGems) return;
	if (!mayUse(actor.role, 'operator:finance')) {
		throw new Problem('forbidden', { message: 'Only finance sets a price of votes that is not the site’s' });
	}
	expectSteppedUp(actor);
}

/**
 * Returns true if a second operator has to approve the price. The price is compared with the site's price of a day
 * ago, so that moving the site's price by half and a ranking's by another half counts together.
 */
export async function isFarFromSitePrice(
	tx: Tx,
	{ gemsPerVote, siteGems }: { gemsPerVote: number; siteGems: number },
	{ changeBound, siteGemsADayAgo }: PriceBound,
): Promise<boolean> {
	if (gemsPerVote === siteGems) return false;
	return isFarFrom(await siteGemsADayAgo(tx), gemsPerVote, changeBound);
}

/** Builds the request that the second operator reads. */
export function priceRequest(rankingKey: string, gemsPerVote: number, siteGems: number) {
	return {
		kind: 'ranking_price' as const,
		why: `This ranking takes ${gemsPerVote} gems per vote, the site ${siteGems}`,
		target: `ranking:${rankingKey}`,
	};
}
