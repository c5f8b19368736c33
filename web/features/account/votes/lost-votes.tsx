/** Tells a fan of votes that were lost when the site was set back. Shows nothing on a site that never was. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { type Restore, useRestores } from '../../../lib/votes/get-vote-logs.ts';
import { paths } from '../../../paths.ts';
import { findLostVotes } from './find-lost-votes.ts';
import './lost-votes.css';

const NONE: readonly Restore[] = [];

export function LostVotes() {
	const restores = useRestores() ?? NONE;
	const { data: lost = [] } = useQuery({
		queryKey: ['lost-votes', restores],
		queryFn: ({ signal }) => findLostVotes(restores, signal),
		enabled: restores.length > 0,
		staleTime: Infinity,
	});
	const { timeZone, name: zone } = useTimezone();
	return lost.map(({ restoredTo, votes }) => {
		const moment = `${formatDateTime(restoredTo, timeZone)} ${zone}`;
		return (
			<aside key={restoredTo} className="panel lost-votes">
				<b>
					<Plural value={votes} one="# vote from this device was lost" other="# votes from this device were lost" />
				</b>
				<p>
					<Trans>
						After a failure, the site was restored to how it was at {moment}. Votes cast after that do not count, and
						everybody has the gems that they had then.
					</Trans>{' '}
					<Link to={paths.transparency}>
						<Trans>What happened</Trans>
					</Link>
				</p>
			</aside>
		);
	});
}
