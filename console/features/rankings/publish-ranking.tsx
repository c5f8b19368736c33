/** Publishes a draft after its edits are saved: the checklist, the preview, and until when it can be undone. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listEntries } from '#contract/operator/rankings/entries.ts';
import { type ConsoleRanking, publishRanking } from '#contract/operator/rankings/rankings.ts';
import { pages } from '#contract/pages.ts';
import type { Chart } from '#contract/rankings.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.tsx';
import { useSend } from '../../lib/api/queries.ts';
import { localNow, localText } from '../../lib/format/time.ts';
import { siteAddress } from '../../lib/elements/on-site.tsx';
import { FanPage, previewCard, wideAddress } from '../../lib/preview/fan-page.tsx';
import { advise, type Check, need, PublishDialog } from '../../lib/publishing/published-form.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import { useLatestRankings } from './latest-rankings.ts';

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
	const publishing = { params: { ranking_key: ranking.ranking_key }, body: { version: ranking.version } };
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
	const opens = localText(ranking.starts_local);
	const publish = useSend(publishRanking, () => void finish());
	return (
		<PublishDialog
			title={t`Publish ${ranking.title}?`}
			checks={addCard ? checks.filter(({ key }) => key !== 'card') : checks}
			preview={<RankingPreview ranking={ranking} artists={facts.artists} />}
			when={
				// The monthly chart is the one that has begun.
				ranking.ranking_type === 'monthly' ? (
					<Trans>
						Fans see it when voting opens, on {opens} {zoneName}.
					</Trans>
				) : (
					<Trans>
						Fans see it at once as upcoming. Voting opens on {opens} {zoneName}.
					</Trans>
				)
			}
			undo={<Trans>You can unpublish it until a fan has voted.</Trans>}
			busy={publish.isPending}
			error={publish.error}
			onClose={onClose}
			onPublish={() => publish.mutate(publishing)}
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
	artists: ReplyOf<typeof listEntries>['entries'];
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

/** What a ranking needs before fans see it. The server refuses what is missing as well. */
function useRankingChecks(ranking: ConsoleRanking, { siteGems: known, cards }: PublishFacts): Check[] {
	const { t } = useLingui();
	const { timezone } = useSiteZone();
	const { rows: latest = [] } = useLatestRankings();
	const siteGems = known ?? ranking.gems_per_vote;
	const { cover, ranking_key: key } = ranking;
	const twin = latest.find((one) => one.ranking_key !== key && cover && one.cover?.media_id === cover.media_id);
	const card = cardOf(ranking, cards);
	const noCard = (
		<>
			{t`No home card leads fans to it.`} <Link to={paths.entryCards}>{t`Home cards`}</Link>
		</>
	);
	return [
		need(
			'artists',
			ranking.artist_count > 0,
			<Plural value={ranking.artist_count} one="# artist" other="# artists" />,
			t`No artists: add them below`,
		),
		need(
			'period',
			ranking.starts_local > localNow(timezone),
			t`The start is in the future`,
			t`The start has passed: choose one in the future`,
		),
		advise(
			'cover',
			cover !== null && !twin,
			t`Cover`,
			twin ? t`Same cover as ${twin.title}` : t`No cover: fans see a plain color`,
		),
		advise(
			'alt',
			cover === null || ranking.cover_alt !== '',
			t`Cover alt text`,
			t`No alt text: fans who cannot see the cover miss it`,
		),
		advise(
			'price',
			ranking.gems_per_vote === siteGems,
			t`The site’s price: ${siteGems} gems per vote`,
			t`A vote costs ${ranking.gems_per_vote} gems; on the site it is ${siteGems}`,
		),
		advise('card', card !== undefined, card ? t`Home card: ${card.rank_name}` : '', noCard),
	];
}

/** The ranking's own page, as it is at the opening: in its order of artists, with the votes so far. */
export function RankingPreview({ ranking, artists }: { ranking: ConsoleRanking; artists: PublishFacts['artists'] }) {
	const { ranking_key: key, ranking_type: type, title, status, start_time: start, end_time: end, cover } = ranking;
	const [card] = useState(() => previewCard(ranking, { main_tab: 'preview', rank_name: title, bg_url: null }));
	const picture = cover && wideAddress(cover.url);
	const chart: Chart = {
		artist_list: artists
			.filter(({ hidden }) => !hidden)
			.map(({ avatar, rank, ...artist }, index) => ({
				...artist,
				rank: rank ?? index + 1,
				native_lang: null,
				avatar_url: avatar && avatar.url,
			})),
		ranking_config: {
			ranking_key: key,
			ranking_type: type,
			title,
			status,
			stage: ranking.stage,
			start_time: start,
			end_time: end,
			end_countdown: card.end_countdown,
			cover_image_url: picture,
			cover_link_url: ranking.cover_link_url || null,
			cover_alt: ranking.cover_alt,
			ticket2gem_ratio: ranking.gems_per_vote,
		},
		total_tickets: ranking.total_tickets,
		votes_per_minute: 0,
		chart_version: '',
		log_size: null,
	};
	return (
		<FanPage
			start={pages.leaderboard}
			path={siteAddress.chart('preview')}
			site={{ rank_entry_configs: [card] }}
			data={[[cacheKeys.chart(key), chart]]}
		/>
	);
}
