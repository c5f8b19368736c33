/** The vote that a fan was about to give before something came between: log-in, registration, payment. Of this tab. */
import { storedValue } from '#ui/stored.ts';

export interface VoteIntent {
	path: string;
	artist: string;
}

const storage = storedValue(
	'vote_intent',
	(found) => found as VoteIntent & { at: number },
	() => sessionStorage,
);
/** Later, it would surprise. */
const KEPT_MS = 3_600_000;

export function keepVoteIntent({ path, artist }: VoteIntent): void {
	storage.set({ path, artist, at: Date.now() });
}

export function keptVoteIntent(): VoteIntent | null {
	const found = storage.get();
	return found && Date.now() - found.at < KEPT_MS ? found : null;
}

export function forgetVoteIntent(): void {
	storage.set(null);
}
