/**
 * Tells a fan of votes for which this device holds a receipt and that were lost when the site was set back. Shows
 * nothing on a site that never was.
 */
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isProblem } from '#client/call.ts';
import { getVoteProof } from '#contract/my-account.ts';
import { isLost, type Restore } from '#public-log/browser/logs.ts';
import { RestoredText } from '../../../lib/votes/vote-texts.tsx';
import { useRestores } from '../../../lib/votes/get-vote-logs.ts';
import { paths } from '../../../paths.ts';
import { call } from '../../../lib/api/call.ts';
import { type Ballot, deviceMemory } from '../../../lib/votes/vote-memory.ts';
import './my-votes.css';

const NONE: readonly Restore[] = [];

export function LostVotes() {
	const { t } = useLingui();
	const restores = useRestores() ?? NONE;
	const { data: lost = [] } = useQuery({
		queryKey: ['lost-votes', restores],
		queryFn: ({ signal }) => findLostVotes(restores, signal),
		enabled: restores.length > 0,
		staleTime: Infinity,
	});
	return lost.map(({ restoredTo, votes }) => (
		<aside key={restoredTo} className="panel lost-votes">
			<b>
				<Plural value={votes} one="# vote from this device was lost" other="# votes from this device were lost" />
			</b>
			<p className="muted mt-1">
				<RestoredText restoredTo={restoredTo} />{' '}
				<Link className="underlined" to={paths.transparency}>{t`What happened`}</Link>
			</p>
		</aside>
	));
}

/** A device asks about so many at most. */
const ASKED_MAX = 100;

/** How many votes they gave, by the time to which the site was set back, the latest first. */
async function findLostVotes(
	restores: readonly Restore[],
	signal: AbortSignal,
): Promise<{ restoredTo: number; votes: number }[]> {
	const ballots = await deviceMemory().all();
	const lost = restores.map((restore) => ({ restoredTo: restore.restored_to, votes: 0 }));
	let asked = 0;
	for (const ballot of ballots.toReversed()) {
		const castAt = castAtOf(ballot);
		const at = castAt === null ? -1 : restores.findIndex((restore) => isLost(castAt, restore));
		const sum = lost[at];
		if (!sum || asked === ASKED_MAX) continue;
		asked += 1;
		if (await isGone(ballot.key, signal)) sum.votes += ballot.receipt?.ticket_number ?? 0;
	}
	return lost.filter(({ votes }) => votes > 0);
}

/** Epoch seconds, by the line that the site has signed. */
function castAtOf({ receipt }: Ballot): number | null {
	const castAt = Number(receipt?.receipt?.leaf.split(' ')[7]);
	return Number.isInteger(castAt) ? castAt : null;
}

/** The device may have sent the vote again under its key, or it may be of the second in which the site was set back. */
async function isGone(tag: string, signal: AbortSignal): Promise<boolean> {
	try {
		await call(getVoteProof, { params: { tag } }, { signal });
		return false;
	} catch (error) {
		if (isProblem(error, 'vote_not_found')) return true;
		throw error;
	}
}
