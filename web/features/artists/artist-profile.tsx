import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, CSSProperties } from 'react';
import type { Artist, RankInfo } from '#contract/artists.ts';
import { Button } from '#ui/primitives/button.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { formatNumber } from '#client/numbers.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { otherLanguage } from '../../i18n.ts';
import { Fact, Prose } from '../../lib/elements/elements.tsx';
import { initialOf, nameOf, namesOf } from '../../lib/artist-names.ts';
import { Picture } from '../../lib/elements/picture.tsx';
import { type Race, raceOf } from './standing.ts';
import { countryName } from '../../lib/country-name.ts';
import { formatDate } from '../../lib/time.ts';
import './artist-profile.css';

export interface ArtistProfileProps {
	artist: Artist;
	standing: RankInfo | null;
	onVote?: () => void;
	more?: ReactNode;
}

export function ArtistProfile({ artist, standing, onVote, more }: ArtistProfileProps) {
	return (
		<div className="artist-profile fan" style={fanStyle(artist.fan_color)}>
			<section className="artist-profile-head">
				<Portrait artist={artist} />
				<div className="artist-profile-about">
					<Names artist={artist} />
					<Standing standing={standing} />
					{standing && <RaceBar standing={standing} />}
					<div className="artist-profile-actions wraps row gap-3">
						{onVote && (
							<Button variant="fan" large className="artist-profile-vote desktop-only" onClick={onVote}>
								<Trans>Vote</Trans>
							</Button>
						)}
						{more}
					</div>
				</div>
			</section>
			<section className="artist-profile-more align-start">
				<Facts artist={artist} />
				<Prose html={artist.description} lang={otherLanguage(artist.lang)} />
			</section>
		</div>
	);
}

/** Stays at the lower edge of a phone, down to the footer. */
export function VoteBar({ artist, standing, onVote }: { artist: Artist; standing: RankInfo; onVote: () => void }) {
	const { t } = useLingui();
	const race = raceOf(standing);
	return (
		<div className="vote-bar spread mobile-only fan" style={fanStyle(artist.fan_color)}>
			<p className="min-0 muted text-m breaks">{race && <RaceText race={race} />}</p>
			<Button variant="fan" large onClick={onVote}>{t`Vote`}</Button>
		</div>
	);
}

/** Longer names would fill the first screen in the largest type, and the longest in the next: a face that comes late moves all below. */
const sizeOf = ({ length }: string[]) => (length > 60 ? 'longest' : length > 18 ? 'long' : '');

function Names({ artist }: { artist: Artist }) {
	const [first, second] = namesOf(artist);
	return (
		<>
			<h1 className={`artist-profile-name ${sizeOf(Array.from(first.text))}`} lang={first.lang} translate="no">
				{first.text}
			</h1>
			{second && (
				<p className="artist-profile-native semibold breaks" lang={second.lang} translate="no">
					{second.text}
				</p>
			)}
			{artist.sub_title && <p className="muted mt-1">{artist.sub_title}</p>}
		</>
	);
}

function Portrait({ artist }: { artist: Artist }) {
	const { t } = useLingui();
	const name = nameOf(artist);
	return (
		<div className="portrait clipped">
			<Picture
				className="portrait-letter"
				src={artist.avatar_url}
				sizes={pictureSizes.portrait}
				alt={t`Portrait of ${name}`}
				width="640"
				height="640"
				fetchPriority="high"
				standIn={initialOf(name)}
			/>
		</div>
	);
}

function Standing({ standing }: { standing: RankInfo | null }) {
	const { t } = useLingui();
	if (!standing) return <p className="muted mt-6">{t`Not in the current monthly ranking`}</p>;
	return (
		<dl className="standing flex wraps">
			<div>
				<dt className="muted text-s">{t`Current ranking`}</dt>
				<dd className={`medal-${standing.rank}`}>{formatNumber(standing.rank)}</dd>
			</div>
			<div>
				<dt className="muted text-s">{t`Current votes`}</dt>
				<dd>
					<CountRoll text={formatNumber(standing.ticket_number)} />
				</dd>
			</div>
		</dl>
	);
}

function RaceBar({ standing }: { standing: RankInfo }) {
	const { t } = useLingui();
	const race = raceOf(standing);
	if (!race) return null;
	const { rank } = race.rival;
	return (
		<div className="race-bar mt-8">
			<p className="flex between gap-4 vivid muted text-m">
				<span className="min-0 breaks">
					<RaceText race={race} />
				</span>
				<span>{t`#${rank}`}</span>
			</p>
			<div className="race-bar-track clipped" aria-hidden="true">
				<i className="block" style={{ '--share': race.share } as CSSProperties} />
			</div>
		</div>
	);
}

function RaceText({ race: { kind, rival, tickets } }: { race: Race }) {
	const name = nameOf(rival);
	const gap = formatNumber(tickets);
	if (kind === 'behind')
		return (
			<Trans>
				{gap} behind <b>{name}</b>
			</Trans>
		);
	if (kind === 'ahead')
		return (
			<Trans>
				{gap} ahead of <b>{name}</b>
			</Trans>
		);
	return (
		<Trans>
			Level with <b>{name}</b>
		</Trans>
	);
}

const MALE = 1;

function Facts({ artist: { nationality, gender, birthday, age } }: { artist: Artist }) {
	if (nationality === null && gender === null && birthday === null && age === null) return null;
	return (
		<dl className="facts stack clipped">
			{nationality !== null && <Fact name={<Trans>Nationality</Trans>}>{countryName(nationality)}</Fact>}
			{gender !== null && (
				<Fact name={<Trans>Gender</Trans>}>{gender === MALE ? <Trans>Male</Trans> : <Trans>Female</Trans>}</Fact>
			)}
			{birthday !== null && <Fact name={<Trans>Born</Trans>}>{formatDate(birthday)}</Fact>}
			{age !== null && <Fact name={<Trans>Age</Trans>}>{formatNumber(age)}</Fact>}
		</dl>
	);
}

export function ArtistSkeleton() {
	return (
		<div className="artist-profile" aria-busy="true">
			<div className="artist-profile-head">
				<Skeleton
					style={{ aspectRatio: 1, borderRadius: 'var(--radius-main)', marginBottom: 'var(--narrow, 1.5rem)' }}
				/>
				<div>
					<Skeleton style={{ width: 'min(100%, 24rem)', height: 'var(--wide, 4rem) var(--narrow, 2.5rem)' }} />
					<Skeleton className="mt-3" style={{ width: '8rem', height: '1.875rem' }} />
					<Skeleton className="artist-skeleton-standing" />
					<Skeleton className="mt-8" style={{ maxWidth: '34rem', height: '2.5rem' }} />
					<Skeleton
						className="mt-8 desktop-only"
						style={{ width: '14rem', height: '3.25rem', borderRadius: 'var(--radius-pill)' }}
					/>
				</div>
			</div>
			<div className="artist-profile-more align-start">
				<Skeleton style={{ height: '14rem' }} />
				<Skeleton style={{ height: '11.5rem', borderRadius: 'var(--radius-l)', marginTop: 'var(--narrow, 1rem)' }} />
			</div>
		</div>
	);
}
