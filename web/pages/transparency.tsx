import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { CountItYourself, NotShown, Restores, Revocations } from '../features/transparency/explanations.tsx';
import { useVoteLogs } from '../lib/votes/get-vote-logs.ts';
import { useNumbers } from '../features/transparency/numbers/days.ts';
import { GemsAndAccounts } from '../features/transparency/numbers/numbers.tsx';
import { LogCards } from '../features/transparency/log-cards.tsx';
import { Witnesses } from '../features/transparency/witnesses.tsx';
import { LookUpForm } from '../features/transparency/look-up/look-up-form.tsx';
import { NotLoaded, NoData } from '../lib/elements/elements.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import '../features/transparency/transparency.css';

export default function TransparencyPage() {
	const { t } = useLingui();
	usePageTitle(t`Transparency`);
	const { data, isPending, refetch } = useVoteLogs();
	const { data: numbers } = useNumbers();
	const logs = data?.logs ?? [];
	return (
		<div className="wrap transparency one-column stack">
			<header>
				<h1>{t`Transparency`}</h1>
				<p className="transparency-lead mt-4 mb-4">
					<Trans>
						Every vote is written on a public list that even we cannot change afterwards. Your phone keeps a receipt
						that proves your vote is on the list, and anyone can recount the list.
					</Trans>
				</p>
				<p>
					<Link className="underlined" to={paths.myVotes}>{t`Check my own votes`}</Link>
				</p>
			</header>
			{data && data.restores.length > 0 && <Restores restores={data.restores} />}
			{data && data.revocations.length > 0 && <Revocations times={data.revocations.map(({ time }) => time)} />}
			<section aria-labelledby="lists">
				<h2 id="lists">{t`The lists`}</h2>
				{isPending && <Skeleton style={{ height: '10rem' }} />}
				{!isPending && !data && <NotLoaded onRetry={() => void refetch()} />}
				{data && logs.length === 0 && <NoData>{t`The first list begins with the first ranking.`}</NoData>}
				<LogCards logs={logs} />
			</section>
			{numbers && (
				<section aria-labelledby="numbers">
					<h2 id="numbers">{t`Gems and accounts`}</h2>
					<GemsAndAccounts numbers={numbers} />
				</section>
			)}
			{numbers && <Witnesses numbers={numbers} />}
			<details>
				<summary className="fold row gap-3 muted text-s">
					<h2>{t`Check a receipt`}</h2>
				</summary>
				<LookUpForm logs={logs} restores={data?.restores ?? []} />
			</details>
			<CountItYourself logs={logs} />
			<NotShown />
		</div>
	);
}
