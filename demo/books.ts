/** Wallets and their ledger: opening gems for everybody, then each vote in the order of time. */
import { createHash } from 'node:crypto';
import type { Ballot } from './ballots.ts';
import type { DemoFan } from './crowd.ts';

export const GEMS_PER_VOTE = 10;

interface Entry {
	fan: DemoFan;
	seq: number;
	kind: 'adjustment' | 'purchase' | 'vote' | 'chargeback';
	earned: number;
	purchased: number;
	earnedAfter: number;
	purchasedAfter: number;
	cause: string;
	createdAt: number;
}

interface Wallet {
	fan: DemoFan;
	earned: number;
	purchased: number;
	lastSeq: number;
}

export interface PaidBallot extends Ballot {
	costEarned: number;
	costPurchased: number;
	ledgerSeq: number;
}

/** Gems that were bought, and whose payment the bank has taken back since. */
export interface LostOrder {
	fan: DemoFan;
	tradeNo: string;
	gems: number;
	/** Of the ledger entry that gave them. */
	ledgerSeq: number;
	paidAt: number;
	lostAt: number;
}

export interface Books {
	wallets: Wallet[];
	lostOrders: LostOrder[];
	entries: Entry[];
	ballots: PaidBallot[];
}

/** Everybody gets the gems that they will spend and keep, as an adjustment like any other. */
export function keepBooks(fans: DemoFan[], ballots: Ballot[]): Books {
	const byFan = Map.groupBy(ballots, ({ fan }) => fan);
	const books: Books = { wallets: [], lostOrders: [], entries: [], ballots: [] };
	for (const fan of fans) {
		const own = byFan.get(fan) ?? [];
		const wallet: Wallet = { fan, earned: 0, purchased: 0, lastSeq: 0 };
		const post = (kind: Entry['kind'], earned: number, purchased: number, cause: string, createdAt: number) => {
			wallet.earned += earned;
			wallet.purchased += purchased;
			wallet.lastSeq += 1;
			const after = { earnedAfter: wallet.earned, purchasedAfter: wallet.purchased };
			books.entries.push({ fan, seq: wallet.lastSeq, kind, earned, purchased, ...after, cause, createdAt });
		};

		const spent = own.reduce((sum, { tickets }) => sum + tickets * GEMS_PER_VOTE, 0);
		const bought = fan.person?.debtGems ?? 0;
		const opening = spent - bought + fan.gemsLeft;
		if (opening > 0) post('adjustment', opening, 0, 'opening gems', fan.createdAt);
		const tradeNo = createHash('sha256').update(`order of ${fan.name}`).digest().subarray(0, 16).toString('base64url');
		if (bought > 0) post('purchase', 0, bought, tradeNo, fan.createdAt);
		const boughtSeq = wallet.lastSeq;
		for (const ballot of own) {
			const cost = ballot.tickets * GEMS_PER_VOTE;
			// Earned gems first, as every vote does.
			const costEarned = Math.min(cost, wallet.earned);
			post('vote', -costEarned, costEarned - cost, ballot.idempotencyKey, ballot.castAt);
			books.ballots.push({ ...ballot, costEarned, costPurchased: cost - costEarned, ledgerSeq: wallet.lastSeq });
		}
		if (bought > 0) {
			const lostAt = own.at(-1)?.castAt ?? fan.createdAt;
			post('chargeback', 0, -bought, tradeNo, lostAt);
			books.lostOrders.push({ fan, tradeNo, gems: bought, ledgerSeq: boughtSeq, paidAt: fan.createdAt, lostAt });
		}
		books.wallets.push(wallet);
	}
	return books;
}
