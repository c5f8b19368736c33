export default function LeaderboardPage() {
	return <div className="wrap">leaderboard</div>;
}
