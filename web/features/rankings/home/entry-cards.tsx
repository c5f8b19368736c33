import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { CAROUSEL_MS, RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import type { RankEntryConfig } from '#contract/site.ts';
import { otherLanguage } from '../../../i18n.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Icon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Carousel } from '#ui/primitives/carousel.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Picture } from '../../../lib/elements/picture.tsx';
import { paths } from '../../../paths.ts';
import { ArtistPicture } from '../artist/artist.tsx';
import { TimeLeftText } from '../chart/time-left.tsx';
import { useTabTitle } from '../chart/use-tab-title.ts';
import './entry-cards.css';

export function EntryCards({ entries, receivedAtMs }: { entries: readonly RankEntryConfig[]; receivedAtMs: number }) {
	const { t } = useLingui();
	return (
		<Carousel
			className="entry-cards"
			label={t`Charts to vote in`}
			interval={CAROUSEL_MS}
			slides={entries.map((entry) => ({
				key: entry.main_tab,
				content: <EntryCard entry={entry} receivedAtMs={receivedAtMs} />,
			}))}
		/>
	);
}

function EntryCard({ entry, receivedAtMs }: { entry: RankEntryConfig; receivedAtMs: number }) {
	const { t } = useLingui();
	const titleOf = useTabTitle();
	const ongoing = entry.status === RANKING_STATUS_ONGOING;
	return (
		<Link className="entry-card flex card relative clipped" to={paths.leaderboard({ mainTab: entry.main_tab })}>
			<span className="entry-card-art block clipped tone-2 chart-art">
				<Picture
					src={entry.bg_url}
					sizes={pictureSizes.card}
					alt=""
					width="960"
					height="540"
					loading="lazy"
					standIn={null}
				/>
			</span>
			<span className="entry-card-body flex grow relative">
				<h3>{t`${titleOf(entry.ranking_type)} Chart`}</h3>
				<span className="subtext" lang={otherLanguage(entry.name_lang)}>
					{entry.rank_name}
				</span>
				<span className="row muted semibold text-s gap-2 mt-3">
					<Icon name="clock" />
					{ongoing ? (
						<TimeLeftText endCountdown={entry.end_countdown} receivedAtMs={receivedAtMs} />
					) : (
						<Trans>Break Stage</Trans>
					)}
				</span>
				<span className="entry-card-foot row between">
					<span className="row">
						{entry.top3.map((artist) => (
							<span
								key={artist.artist_id}
								className="entry-card-picture face fan"
								style={fanStyle(artist.fan_color)}
								data-kind={artist.kind}
							>
								<ArtistPicture artist={artist} />
							</span>
						))}
					</span>
					{ongoing ? (
						<span className={buttonClass({})}>{t`Vote`}</span>
					) : (
						<span className={buttonClass({ variant: 'quiet' })}>{t`See the chart`}</span>
					)}
				</span>
			</span>
		</Link>
	);
}

export function EntryCardsSkeleton() {
	return (
		<div className="entry-cards" aria-busy="true">
			<div className="carousel-track">
				{['one', 'two', 'three'].map((place) => (
					<Skeleton key={place} className="carousel-slide entry-card-skeleton" />
				))}
			</div>
		</div>
	);
}
