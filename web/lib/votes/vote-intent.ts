/** The vote that a fan was about to give before something came between: log-in, registration, payment. Of this tab. */

export interface VoteIntent {
	/** Path that opens the vote again. */
	path: string;
	/** The artist's name. */
	artist: string;
}

const NAME = 'vote_intent';
/** Later, it would surprise. */
const KEPT_MS = 3_600_000;

export function keepVoteIntent({ path, artist }: VoteIntent): void {
	try {
		sessionStorage.setItem(NAME, JSON.stringify({ path, artist, at: Date.now() }));
	} catch {
		// Blocked storage: the fan finds the way.
	}
}

export function keptVoteIntent(): VoteIntent | null {
	try {
		const found = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as (VoteIntent & { at: number }) | null;
		return found && Date.now() - found.at < KEPT_MS ? found : null;
	} catch {
		return null;
	}
}

export function forgetVoteIntent(): void {
	try {
		sessionStorage.removeItem(NAME);
	} catch {
		// Nothing was kept.
	}
}
