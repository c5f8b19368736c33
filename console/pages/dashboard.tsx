/** Shows the site's current state. */
import { type ComponentProps, lazy } from 'react';
import { formatChange, formatNumber } from '#client/numbers.ts';
import { type Dashboard, getDashboard } from '#contract/operator/dashboard.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { RecentChanges } from '../features/audit-trail/sentence.tsx';
import { Attention, KeyNumbers, RunningRanking } from '../features/dashboard/panels.tsx';
import { LogHealth } from '../features/vote-log/log-health.tsx';
import { useRead } from '../lib/api/calls.tsx';
import { LostPart, TrailLink } from '../lib/elements/elements.tsx';
import { counted, countryName, ledgerKind } from '../lib/format/values.ts';
import { Waiting } from '../lib/lists/list-state.tsx';
import { paths } from '../nouns.ts';
import { Card, Page } from '../shell/page.tsx';
import '../features/dashboard/dashboard.css';

const REFRESH_MS = 30_000;

// It reads who may make a dozen calls, and most sites have it behind them.
const SetupChecklist = lazy(() => import('../features/setup/setup-checklist.tsx'));

// The plot's library is larger than the screen around it.
const VotesPerHour = lazy(async () => ({
	default: (await import('../features/dashboard/votes-per-hour.tsx')).VotesPerHour,
}));

export default function DashboardPage() {
	const read = useRead(getDashboard, {}, { refetchInterval: REFRESH_MS });
	const { data } = read;
	return (
		<Page
			actions={
				data &&
				(data.attention.length === 0 ? (
					<Tag tone="good">No problems</Tag>
				) : (
					<a href="#attention">
						<Tag tone="warning">{counted(data.attention.length, 'thing needs attention', 'things need attention')}</Tag>
					</a>
				))
			}
		>
			{data ? <Everything dashboard={data} /> : <Waiting read={read} />}
		</Page>
	);
}

function Everything({ dashboard }: { dashboard: Dashboard }) {
	const { rankings } = dashboard;
	// The night of the closing is an operator's busiest.
	const isTonight = ({ end_countdown: seconds }: Ranking) => seconds < 86_400;
	const [first, ...others] = rankings.filter((ranking) => !isTonight(ranking));
	return (
		<div className="cards stack one-column gap-4 dashboard">
			<Setup place="first" running={rankings.length > 0} />
			<Rankings label="Closing within a day" rankings={rankings.filter(isTonight)} />
			<section className="card" id="attention">
				<h2 className="card-title">Needs attention</h2>
				<Attention items={dashboard.attention} />
			</section>
			<KeyNumbers dashboard={dashboard} />
			<div className="dashboard-wide stack">
				<Card title="Votes per hour">
					<OptionalPart waiting={<Skeleton className="votes-waiting" />} instead={<LostPart />}>
						<VotesPerHour hours={dashboard.votes_by_hour} color={rankings[0]?.top5[0]?.fan_color ?? null} />
					</OptionalPart>
				</Card>
				{first ? <RunningRanking ranking={first} /> : null}
			</div>
			<Card title="Public vote log">
				<LogHealth health={dashboard.vote_log} now={dashboard.time}>
					<TrailLink to={paths.voteLog}>All logs</TrailLink>
				</LogHealth>
			</Card>
			<Rankings label="Other rankings" rankings={others} />
			<Card title="What changed">
				<RecentChanges />
				<TrailLink to={paths.audit}>All changes</TrailLink>
			</Card>
			<div className="dashboard-row stack align-start">
				<Card title="Gem supply">
					<GemSupply supply={dashboard.supply} />
				</Card>
				<Card title="Sign-ups by country, last seven days">
					<Countries countries={dashboard.sign_ups_by_country} />
				</Card>
			</div>
			<Setup place="last" running={rankings.length > 0} />
		</div>
	);
}

type Ranking = Dashboard['rankings'][number];

const Rankings = ({ label, rankings }: { label: string; rankings: readonly Ranking[] }) =>
	rankings.length > 0 && (
		<section className="dashboard-row stack align-start" aria-label={label}>
			{rankings.map((ranking) => (
				<RunningRanking key={ranking.ranking_key} ranking={ranking} />
			))}
		</section>
	);

const Setup = (props: ComponentProps<typeof SetupChecklist>) => (
	<OptionalPart>
		<SetupChecklist {...props} />
	</OptionalPart>
);

/** Shows gems by source and use. The remainder equals the balance of all wallets exactly. */
function GemSupply({ supply }: { supply: Dashboard['supply'] }) {
	const { earned, purchased } = supply.in_wallets;
	return (
		<>
			<p className="gem-supply-held">
				<b className="block breaks">{formatNumber(earned + purchased)}</b>
				<span className="muted text-s">
					in all wallets: {formatNumber(earned)} earned, {formatNumber(purchased)} bought
				</span>
			</p>
			<dl className="gem-supply mt-3">
				{supply.by_kind.map((row) => (
					<div key={row.kind} className="row relative between gap-4 text-m">
						<dt className="muted text-s">{ledgerKind(row.kind)}</dt>
						<dd className={row.earned + row.purchased < 0 ? 'semibold' : 'semibold good'}>
							{formatChange(row.earned + row.purchased)}
						</dd>
					</div>
				))}
			</dl>
		</>
	);
}

const SHOWN = 8;

/** Shows the countries of the week's new fans. */
function Countries({ countries }: { countries: Dashboard['sign_ups_by_country'] }) {
	const most = Math.max(...countries.map((row) => row.sign_ups), 1);
	const rest = countries.slice(SHOWN).reduce((sum, row) => sum + row.sign_ups, 0);
	if (countries.length === 0) return <p className="muted">No sign-ups in seven days.</p>;
	return (
		<ol className="countries">
			{countries.slice(0, SHOWN).map((row) => (
				<li key={row.country ?? ''} className="row relative between gap-4 text-m">
					<span>{row.country === null ? 'Unknown' : countryName(row.country)}</span>
					<b>{formatNumber(row.sign_ups)}</b>
					<i style={{ width: `${(row.sign_ups / most) * 100}%` }} />
				</li>
			))}
			{rest > 0 && (
				<li className="row relative between gap-4 text-m">
					<span>Other countries</span>
					<b>{formatNumber(rest)}</b>
				</li>
			)}
		</ol>
	);
}
