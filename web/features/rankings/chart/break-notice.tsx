/** What the break is about: what closed, or what opens when, in the site's time and in the fan's own. */
import { Trans } from '@lingui/react/macro';
import type { RankingConfig } from '#contract/rankings.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime, fanTimeZone } from '../../../lib/time.ts';
import './break-notice.css';

export function BreakNotice({ ranking }: { ranking: RankingConfig }) {
	return (
		<p className="break-notice">
			<Words ranking={ranking} />
		</p>
	);
}

function Words({ ranking: { title, status, stage, start_time, end_time } }: { ranking: RankingConfig }) {
	if (status === 'upcoming') {
		return (
			<Trans>
				{title} opens on <Moment seconds={start_time} />.
			</Trans>
		);
	}
	if (status === 'paused') {
		return (
			<Trans>
				Voting in {title} is paused. It closes on <Moment seconds={end_time} />.
			</Trans>
		);
	}
	return (
		<>
			<Trans>
				{title} closed on <Moment seconds={end_time} />.
			</Trans>{' '}
			{stage === 'certified' ? (
				<Trans>The result is final.</Trans>
			) : (
				<Trans>The votes are being reviewed before the result is final.</Trans>
			)}
		</>
	);
}

function Moment({ seconds }: { seconds: number }) {
	const { timeZone, name } = useTimezone();
	const there = formatDateTime(seconds, timeZone);
	const here = formatDateTime(seconds, fanTimeZone());
	return (
		<time dateTime={new Date(seconds * 1000).toISOString()}>
			{here === there ? (
				`${there} ${name}`
			) : (
				<Trans>
					{there} {name} ({here} your time)
				</Trans>
			)}
		</time>
	);
}
