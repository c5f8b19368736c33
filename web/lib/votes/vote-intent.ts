/** The vote that a fan was about to give before something came between: log-in, registration, payment. Of this tab. */
import { stored } from '#ui/stored.ts';

export interface VoteIntent {
	/** Path that opens the vote again. */
	path: string;
	artist: string;
}

const storage = stored('vote_intent', () => sessionStorage);
/** Later, it would surprise. */
const KEPT_MS = 3_600_000;

export function keepVoteIntent({ path, artist }: VoteIntent): void {
	storage.set(JSON.stringify({ path, artist, at: Date.now() }));
}

export function keptVoteIntent(): VoteIntent | null {
	try {
		const found = JSON.parse(storage.get() ?? 'null') as (VoteIntent & { at: number }) | null;
		return found && Date.now() - found.at < KEPT_MS ? found : null;
	} catch {
		return null;
	}
}

export function forgetVoteIntent(): void {
	storage.set(null);
}
