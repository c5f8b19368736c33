import { Trans, useLingui, Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { RankingConfig } from '#contract/rankings.ts';
import type { RankEntryConfig } from '#contract/site.ts';
import { Moment } from '../../../lib/elements/elements.tsx';
import { AnyLink } from '../../../lib/elements/any-link.tsx';
import { pictureSizes } from '#contract/values/pictures.ts';
import { isLocalPath } from '#contract/pages.ts';
import { secondsAt } from '#client/server-clock.ts';
import { otherLanguage } from '../../../i18n.ts';
import { Picture } from '../../../lib/elements/picture.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatPeriod, formatDateTime, useFanTimeZone } from '../../../lib/time.ts';
import { OfflineNote, ShownAsOf } from '../count/shown-as-of.tsx';
import { useTabTitle } from './use-tab-title.ts';
import { paths } from '../../../paths.ts';
import { type TimeLeft, twoDigits, useTimeLeft } from './countdown.ts';
import './chart-head.css';

export interface ChartHeadProps {
	ranking: RankingConfig;
	/** Has the title and the cover's words in the page's language, where they are translated. */
	entry: RankEntryConfig;
	receivedAtMs: number;
	asOf: number | undefined;
	onEnd: () => void;
}

export function ChartHead({ ranking, entry, receivedAtMs, asOf, onEnd }: ChartHeadProps) {
	const titleOf = useTabTitle();
	const { timeZone, name } = useTimezone();
	return (
		<section className="chart-head stack">
			<Cover ranking={ranking} entry={entry} />
			<h1>
				<Trans>{titleOf(ranking.ranking_type)} Chart</Trans>
			</h1>
			<CountdownCells endCountdown={ranking.end_countdown} receivedAtMs={receivedAtMs} onEnd={onEnd} />
			<div className="chart-head-when">
				<p className="chart-head-period muted">
					{formatPeriod(ranking.start_time, ranking.end_time, timeZone)} <span className="faint">{name}</span>
				</p>
				{ranking.status !== RANKING_STATUS_ONGOING && (
					<p className="break-notice mt-3 muted breaks">
						<BreakWords ranking={ranking} entry={entry} />
					</p>
				)}
				<LocalMoment ranking={ranking} />
				<p className="print-only">
					<Trans>
						Numbers of {formatDateTime(secondsAt(receivedAtMs), timeZone)} {name}
					</Trans>
				</p>
				{asOf === undefined ? (
					<OfflineNote receivedAtMs={receivedAtMs} />
				) : (
					<p className="mt-3">
						<ShownAsOf seconds={asOf} />
					</p>
				)}
			</div>
		</section>
	);
}

type Parts = Pick<ChartHeadProps, 'ranking' | 'entry'>;

function Cover({ ranking, entry: { cover_alt: alt, cover_lang } }: Parts) {
	const destination = useDestination();
	const lang = otherLanguage(cover_lang);
	const image = (
		<Picture
			src={ranking.cover_image_url}
			sizes={pictureSizes.chart}
			alt={alt}
			lang={lang}
			width="960"
			height="540"
			standIn={
				<span className="visually-hidden" lang={lang}>
					{alt}
				</span>
			}
		/>
	);
	const to = ranking.cover_link_url;
	return (
		<AnyLink className={`chart-head-cover block clipped tone-2 chart-art chart-art-${ranking.ranking_type}`} to={to}>
			{image}
			{to !== null && (
				<span className={to === paths.rewards ? 'chart-head-prize bold text-xs breaks' : 'visually-hidden'}>
					{destination(to)}
				</span>
			)}
		</AnyLink>
	);
}

/** What the break is about: what closed, or what opens when, in the site's time and in the fan's own. */
function BreakWords({ ranking: { status, stage, start_time, end_time }, entry }: Parts) {
	const title = <span lang={otherLanguage(entry.title_lang)}>{entry.title}</span>;
	if (status === 'upcoming')
		return (
			<Trans>
				{title} opens on <Moment seconds={start_time} />.
			</Trans>
		);
	if (status === 'paused')
		return (
			<Trans>
				Voting in {title} is paused. It closes on <Moment seconds={end_time} />.
			</Trans>
		);
	return (
		<>
			<Trans>
				{title} closed on <Moment seconds={end_time} />.
			</Trans>{' '}
			{stage === 'certified' ? (
				<Trans>The result is final.</Trans>
			) : (
				<Trans>The count is sealed. The votes are being reviewed before the result is final.</Trans>
			)}
		</>
	);
}

/** By the fan's own clock. Empty where that is the site's; its place is kept, as what moves under a finger is not pressed. */
function LocalMoment({ ranking: { status, start_time, end_time } }: { ranking: RankingConfig }) {
	const { timeZone } = useTimezone();
	const seconds = status === 'upcoming' ? start_time : end_time;
	const here = formatDateTime(seconds, useFanTimeZone() ?? timeZone);
	const isSame = here === formatDateTime(seconds, timeZone);
	return (
		<p className="local-end faint">
			{isSame && <>&nbsp;</>}
			{!isSame && status === RANKING_STATUS_ONGOING && <Trans>Ends {here} your time</Trans>}
			{!isSame && status !== RANKING_STATUS_ONGOING && <Trans>{here} your time</Trans>}
		</p>
	);
}

function useDestination(): (to: string) => string {
	const { t } = useLingui();
	return (to) => {
		if (!isLocalPath(to)) return /^https?:\/\/([^/?#]+)/.exec(to)?.[1] ?? to;
		const [path] = to.split(/[?#]/);
		if (path === paths.rewards) return t`Rank rewards`;
		if (path === paths.leaderboard()) return t`LeaderBoard`;
		if (path === paths.store) return t`Store`;
		if (path?.startsWith(paths.news)) return t`News`;
		return t`More`;
	};
}

function CountdownCells({
	endCountdown,
	receivedAtMs,
	onEnd,
}: Pick<ChartHeadProps, 'receivedAtMs' | 'onEnd'> & { endCountdown: number }) {
	const { t } = useLingui();
	const left = useTimeLeft(endCountdown, receivedAtMs, onEnd);
	if (left.total === 0) return <p className="countdown countdown-over flex wraps muted" role="timer">{t`0s`}</p>;
	return (
		<div className="countdown flex wraps" data-last-hour={left.total < 3_600}>
			<SpokenTime left={left} />
			<Cell value={left.days} unit={<Trans>days</Trans>} />
			<Cell value={left.hours} unit={<Trans>hours</Trans>} />
			<Cell value={left.minutes} unit={<Trans>minutes</Trans>} />
			<Cell value={left.seconds} unit={<Trans>seconds</Trans>} running />
		</div>
	);
}

/** Changes once a minute, so that a screen reader is not interrupted every second. */
function SpokenTime({ left: { days, hours, minutes } }: { left: TimeLeft }) {
	return (
		<span className="visually-hidden" role="timer">
			<Trans>
				<Plural value={days} one="# day" other="# days" /> <Plural value={hours} one="# hour" other="# hours" />{' '}
				<Plural value={minutes} one="# minute" other="# minutes" /> left
			</Trans>
		</span>
	);
}

function Cell({ value, unit, running = false }: { value: number; unit: ReactNode; running?: boolean }) {
	return (
		<div className={`countdown-cell rounded${running ? ' countdown-running' : ''}`} aria-hidden="true">
			<b className="block" translate="no">
				{twoDigits(value)}
			</b>
			<small className="block faint text-xs">{unit}</small>
		</div>
	);
}
