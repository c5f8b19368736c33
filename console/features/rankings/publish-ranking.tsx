/** Publishes a draft after its edits are saved: the checklist, the preview, and until when it can be undone. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { localNow, localText, minuteBefore } from '../../lib/format/time.ts';
import { type Check, PublishDialog } from '../../lib/publishing/publish-actions.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';
import { latestRankings, rankingsQuery, usePublishRanking } from './get-rankings.ts';
import { paths } from '../../paths.ts';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';

interface PublishRankingProps {
	ranking: ConsoleRanking;
	facts: PublishFacts;
	/** True if edits are not saved yet. */
	changed: boolean;
	/** Saves them. Returns true if they are stored. */
	save: () => Promise<boolean>;
}

export function PublishRanking({ ranking, facts, changed, save }: PublishRankingProps) {
	const [asking, setAsking] = useState(false);
	async function ask() {
		setAsking(!changed || (await save()));
	}
	return (
		<>
			<Button icon={<Icon name="check" />} onClick={() => void ask()}>
				{changed ? <Trans>Save and publish…</Trans> : <Trans>Publish…</Trans>}
			</Button>
			{asking && <Ask ranking={ranking} facts={facts} onClose={() => setAsking(false)} />}
		</>
	);
}

function Ask({ ranking, facts, onClose }: Pick<PublishRankingProps, 'ranking' | 'facts'> & { onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const { zoneName } = useSiteZone();
	const publish = usePublishRanking(ranking.ranking_key);
	const checks = useRankingChecks(ranking, facts);
	const textOf = useErrorText();
	const newCard = useNewCard(ranking);
	const [withCard, setWithCard] = useState(true);
	const addCard = cardOf(ranking, facts.cards) ? undefined : facts.addCard;
	async function finish() {
		onClose();
		const refusal = await (withCard && addCard?.(newCard).then(() => null, textOf));
		if (refusal) toast(t`Published, but no home card was added: ${refusal}`);
		else toast(t`Published: visible to fans`, 'success');
	}
	return (
		<PublishDialog
			title={t`Publish ${ranking.title}?`}
			checks={addCard ? checks.filter(({ key }) => key !== 'card') : checks}
			preview={<RankingPreview ranking={ranking} artists={facts.artists} />}
			when={
				<Trans>
					Fans see it at once as upcoming. Voting opens on {localText(ranking.starts_local)} {zoneName}.
				</Trans>
			}
			undo={<Trans>You can unpublish it until a fan has voted.</Trans>}
			busy={publish.isPending}
			error={publish.error}
			onClose={onClose}
			onPublish={() => publish.mutate(ranking.version, { onSuccess: () => void finish() })}
		>
			{addCard && (
				<CheckboxField
					label={t`Add a home card, “${newCard.rank_name}”`}
					hint={<Trans>No home card leads fans to this ranking yet.</Trans>}
					checked={withCard}
					onChange={({ target }) => setWithCard(target.checked)}
				/>
			)}
		</PublishDialog>
	);
}

/** A month’s card shows every month that follows. */
function useNewCard({ ranking_key: key, ranking_type: type, title }: ConsoleRanking): NewCard {
	const { t } = useLingui();
	if (type === 'monthly') return { ranking_key: key, main_tab: 'monthly', rank_name: t`Monthly` };
	return { ranking_key: key, main_tab: key.slice(0, 40), rank_name: title };
}

/** What the publishing of a ranking reads from other parts of the console. Its page brings them together. */
export interface PublishFacts {
	artists: readonly { en_name: string }[];
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
	cards: readonly HomeCard[];
	/** Adds a home card. Undefined while the cards are loading. */
	addCard: ((card: NewCard) => Promise<unknown>) | undefined;
}

interface HomeCard {
	main_tab: string;
	ranking_key: string;
	ranking_type: string;
	rank_name: string;
}

export type NewCard = Omit<HomeCard, 'ranking_type'>;

/** Finds the home card that leads fans to a ranking. A card of any month leads to the current one. */
export function cardOf(
	{ ranking_key: key, ranking_type: type }: { ranking_key: string; ranking_type: string },
	cards: PublishFacts['cards'],
) {
	return cards.find((card) => (type === 'monthly' ? card.ranking_type === 'monthly' : card.ranking_key === key));
}

/** The checklist of a ranking in words. */
function useRankingChecks(ranking: ConsoleRanking, { siteGems: known, cards }: PublishFacts): Check[] {
	const { t } = useLingui();
	const { timezone } = useSiteZone();
	const pages = useInfiniteQuery(rankingsQuery(latestRankings)).data?.pages ?? [];
	const siteGems = known ?? ranking.gems_per_vote;
	const twin = pages
		.flatMap(({ list }) => list)
		.find((one) => one.ranking_key !== ranking.ranking_key && isSame(one.cover, ranking.cover));
	const card = cardOf(ranking, cards);
	const done: Record<RankingCheck, ReactNode> = {
		artists: <Plural value={ranking.artist_count} one="# artist" other="# artists" />,
		period: t`The start is in the future`,
		cover: t`Cover`,
		alt: t`Cover alt text`,
		price: t`The site’s price: ${siteGems} gems per vote`,
		card: card ? t`Home card: ${card.rank_name}` : '',
	};
	const open: Record<RankingCheck, ReactNode> = {
		artists: t`No artists: add them below`,
		period: t`The start has passed: choose one in the future`,
		cover: twin ? t`Same cover as ${twin.title}` : t`No cover: fans see a plain color`,
		alt: t`No alt text: fans who cannot see the cover miss it`,
		price: t`A vote costs ${ranking.gems_per_vote} gems; on the site it is ${siteGems}`,
		card: (
			<>
				{t`No home card leads fans to it.`} <Link to={paths.entryCards}>{t`Home cards`}</Link>
			</>
		),
	};
	const checks = checkRanking({
		artistCount: ranking.artist_count,
		hasCover: ranking.cover !== null,
		coverAlt: ranking.cover_alt,
		starts: ranking.starts_local,
		now: localNow(timezone),
		gemsPerVote: ranking.gems_per_vote,
		siteGemsPerVote: siteGems,
		hasCard: card !== undefined,
		coverOf: twin?.title ?? null,
	});
	return checks.map(({ key, state }) => ({ key, state, text: state === 'done' ? done[key] : open[key] }));
}

const isSame = (one: ConsoleRanking['cover'], other: ConsoleRanking['cover']) =>
	one !== null && other !== null && one.media_id === other.media_id;

interface RankingFacts {
	artistCount: number;
	hasCover: boolean;
	coverAlt: string;
	/** Local times; `now` is the site's. */
	starts: string;
	now: string;
	gemsPerVote: number;
	siteGemsPerVote: number;
	/** True if a home card leads fans to it. */
	hasCard: boolean;
	/** Another ranking with the same cover. */
	coverOf: string | null;
}

type RankingCheck = 'artists' | 'period' | 'cover' | 'alt' | 'price' | 'card';
type CheckState = 'done' | 'missing' | 'advice';

/** What a ranking needs before fans see it. Pure: facts in, checks out; the server refuses what is missing as well. */
function checkRanking(facts: RankingFacts): { key: RankingCheck; state: CheckState }[] {
	const advise = (good: boolean): CheckState => (good ? 'done' : 'advice');
	const need = (good: boolean): CheckState => (good ? 'done' : 'missing');
	return [
		{ key: 'artists', state: need(facts.artistCount > 0) },
		{ key: 'period', state: need(facts.starts > facts.now) },
		{ key: 'cover', state: advise(facts.hasCover && facts.coverOf === null) },
		{ key: 'alt', state: advise(!facts.hasCover || facts.coverAlt !== '') },
		{ key: 'price', state: advise(facts.gemsPerVote === facts.siteGemsPerVote) },
		{ key: 'card', state: advise(facts.hasCard) },
	];
}

interface Props {
	ranking: Pick<ConsoleRanking, 'title' | 'cover' | 'cover_alt' | 'starts_local' | 'ends_local'>;
	artists: readonly { en_name: string }[];
}

const NAMES_SHOWN = 12;

/** Previews a ranking as its page will show it: cover, title, period, artists. */
function RankingPreview({ ranking, artists }: Props) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const { cover, cover_alt: alt, title, starts_local: starts, ends_local: ends } = ranking;
	const image = cover ? markup('img', { src: wideAddress(cover.url), alt }) : '';
	const period = `${localText(starts)} – ${localText(minuteBefore(ends))} ${zoneName}`;
	const names = artists.slice(0, NAMES_SHOWN).map(({ en_name: name }) => name);
	const more = artists.length - names.length;
	const listed = more > 0 ? t`${names.join(', ')} and ${more} more` : names.join(', ');
	return (
		<FanFrame
			padded
			title={t`As fans see it`}
			body={`${image}${markup('h1', {}, title)}${markup('p', {}, period)}${markup('p', {}, listed)}`}
		/>
	);
}
