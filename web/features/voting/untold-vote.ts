/** A counted vote that the fan has not read about: if the page dies, the next one tells it, or the fan votes again. */
import { voteTag } from '#public-log/format/vote-tag.ts';
import { stored } from '#ui/stored.ts';
import { storedToken } from '../../lib/api/call.ts';
import type { CastVote } from './cast-vote.ts';
import type { VoteTarget } from './vote-target.ts';

export interface CountedVote {
	target: VoteTarget;
	cast: CastVote;
}

const storage = stored('untold_vote', () => sessionStorage);

export async function keepUntoldVote(vote: CountedVote): Promise<void> {
	// Names the session without storing its token.
	storage.set(JSON.stringify({ ...vote, session: await session() }));
}

export async function untoldVote(): Promise<CountedVote | null> {
	try {
		const { target, cast, session: caster }: CountedVote & { session: string } = JSON.parse(storage.get() ?? '{}');
		return caster === (await session()) ? { target, cast } : null;
	} catch {
		return null;
	}
}

export function forgetUntoldVote(): void {
	storage.set(null);
}

const session = () => voteTag(new TextEncoder().encode(storedToken() ?? ''));
