/** Wallets and their ledger: opening gems for everybody, then each vote in the order of time. Rows have the columns' names. */
import type { Ballot } from './ballots.ts';
import type { DemoFan } from './crowd.ts';

export const GEMS_PER_VOTE = 10;

export interface PaidBallot extends Ballot {
	cost_earned: number;
	ledger_seq: number;
}

/** Everybody gets the gems that they will spend and keep, as an adjustment like any other. */
export function keepBooks(fans: DemoFan[], ballots: Ballot[]) {
	const byFan = Map.groupBy(ballots, ({ fan }) => fan);
	const paid: PaidBallot[] = [];
	const entries: ({ fan: DemoFan; earned_after: number } & Record<string, unknown>)[] = [];
	const wallets = fans.map((fan) => {
		const wallet = { fan, earned: 0, purchased: 0, last_seq: 0 };
		const post = (kind: 'adjustment' | 'vote', earned: number, cause: string, createdAt: number) => {
			wallet.earned += earned;
			wallet.last_seq += 1;
			const after = { earned_after: wallet.earned, purchased: 0, purchased_after: 0 };
			entries.push({ fan, seq: wallet.last_seq, kind, earned, ...after, cause, created_at: new Date(createdAt) });
		};
		const own = byFan.get(fan) ?? [];
		const spent = own.reduce((sum, { tickets }) => sum + tickets * GEMS_PER_VOTE, 0);
		if (spent + fan.gemsLeft > 0) post('adjustment', spent + fan.gemsLeft, 'opening gems', fan.createdAt);
		for (const ballot of own) {
			const cost = ballot.tickets * GEMS_PER_VOTE;
			post('vote', -cost, ballot.idempotencyKey, ballot.castAt);
			paid.push({ ...ballot, cost_earned: cost, ledger_seq: wallet.last_seq });
		}
		return wallet;
	});
	return { wallets, entries, ballots: paid };
}

export type Books = ReturnType<typeof keepBooks>;
