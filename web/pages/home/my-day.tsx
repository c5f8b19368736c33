/** What concerns this fan today: the check-in, and a vote that was interrupted. A bundle of its own. */
import { DailyCard } from '../../features/check-in/daily-card.tsx';
import { BackToVote } from '../../lib/votes/back-to-vote.tsx';

export default function MyDay() {
	return (
		<div className="wrap">
			<BackToVote />
			<DailyCard />
		</div>
	);
}
