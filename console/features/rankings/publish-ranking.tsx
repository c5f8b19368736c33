/** Publishes a draft after its edits are saved: the checklist, the preview, and until when it can be undone. */
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listEntries } from '#contract/operator/rankings/entries.ts';
import { type ConsoleRanking, publishRanking } from '#contract/operator/rankings/rankings.ts';
import type { readEntryCards } from '#contract/operator/site/content.ts';
import { pages } from '#contract/pages.ts';
import type { Chart } from '#contract/rankings.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { counted, localNow, localText } from '../../lib/format/values.ts';
import { errorText, useSend } from '../../lib/api/calls.tsx';
import { siteAddress } from '../../lib/elements/elements.tsx';
import type { RowOf } from '../../lib/lists/list-state.tsx';
import { FanPage, previewCard, wideAddress } from '../../lib/preview/fan-page.tsx';
import { advise, type Check, need, PublishDialog } from '../../lib/form/item-editor.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';
import { paths } from '../../nouns.ts';
import { useLatestRankings } from './standing-now.tsx';

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
				{changed ? 'Save and publish…' : 'Publish…'}
			</Button>
			{asking && <Ask ranking={ranking} facts={facts} onClose={() => setAsking(false)} />}
		</>
	);
}

function Ask({ ranking, facts, onClose }: Pick<PublishRankingProps, 'ranking' | 'facts'> & { onClose: () => void }) {
	const toast = useToast();
	const { zoneName } = useSiteZone();
	const publishing = { params: { ranking_key: ranking.ranking_key }, body: { version: ranking.version } };
	const checks = useRankingChecks(ranking, facts);
	const newCard = newCardOf(ranking);
	const [withCard, setWithCard] = useState(true);
	const addCard = cardOf(ranking, facts.cards) ? undefined : facts.addCard;
	async function finish() {
		onClose();
		const refusal = await (withCard && addCard?.(newCard).then(() => null, errorText));
		if (refusal) toast(`Published, but no home card was added: ${refusal}`);
		else toast('Published', 'success');
	}
	const opens = localText(ranking.starts_local);
	const publish = useSend(publishRanking, () => void finish());
	return (
		<PublishDialog
			title={`Publish ${ranking.title}?`}
			checks={addCard ? checks.filter(({ key }) => key !== 'card') : checks}
			preview={<RankingPreview ranking={ranking} artists={facts.artists} />}
			when={
				// The monthly chart is the one that has begun.
				ranking.ranking_type === 'monthly'
					? `Fans see it when voting opens, on ${opens} ${zoneName}.`
					: `Fans see it at once as upcoming. Voting opens on ${opens} ${zoneName}.`
			}
			undo="You can unpublish it until a fan has voted."
			busy={publish.isPending}
			error={publish.error}
			onClose={onClose}
			onPublish={() => publish.mutate(publishing)}
		>
			{addCard && (
				<CheckboxField
					label={`Add a home card, “${newCard.rank_name}”`}
					hint="No home card leads fans to this ranking yet."
					checked={withCard}
					onChange={({ target }) => setWithCard(target.checked)}
				/>
			)}
		</PublishDialog>
	);
}

/** A month’s card shows every month that follows. */
const newCardOf = ({ ranking_key: key, ranking_type: type, title }: ConsoleRanking): NewCard =>
	type === 'monthly'
		? { ranking_key: key, main_tab: 'monthly', rank_name: 'Monthly' }
		: { ranking_key: key, main_tab: key.slice(0, 40), rank_name: title };

/** What the publishing of a ranking reads from other parts of the console. Its page brings them together. */
export interface PublishFacts {
	artists: ReplyOf<typeof listEntries>['entries'];
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
	cards: readonly HomeCard[];
	/** Adds a home card. Undefined while the cards are loading. */
	addCard: ((card: NewCard) => Promise<unknown>) | undefined;
}

type HomeCard = Pick<RowOf<typeof readEntryCards>, 'main_tab' | 'ranking_key' | 'ranking_type' | 'rank_name'>;

export type NewCard = Omit<HomeCard, 'ranking_type'>;

/** Finds the home card that leads fans to a ranking. A card of any month leads to the current one. */
export const cardOf = (
	{ ranking_key: key, ranking_type: type }: { ranking_key: string; ranking_type: string },
	cards: PublishFacts['cards'],
) => cards.find((card) => (type === 'monthly' ? card.ranking_type === 'monthly' : card.ranking_key === key));

/** What a ranking needs before fans see it. The server refuses what is missing as well. */
function useRankingChecks(ranking: ConsoleRanking, { siteGems: known, cards }: PublishFacts): Check[] {
	const { timezone } = useSiteZone();
	const { rows: latest = [] } = useLatestRankings();
	const siteGems = known ?? ranking.gems_per_vote;
	const { cover, ranking_key: key } = ranking;
	const twin = latest.find((one) => one.ranking_key !== key && cover && one.cover?.media_id === cover.media_id);
	const card = cardOf(ranking, cards);
	const noCard = (
		<>
			No home card leads fans to it. <Link to={paths.entryCards}>Home cards</Link>
		</>
	);
	return [
		need('artists', ranking.artist_count > 0, counted(ranking.artist_count, 'artist'), 'No artists: add them below'),
		need(
			'period',
			ranking.starts_local > localNow(timezone),
			'The start is in the future',
			'The start has passed: choose one in the future',
		),
		advise(
			'cover',
			cover !== null && !twin,
			'Cover',
			twin ? `Same cover as ${twin.title}` : 'No cover: fans see a plain color',
		),
		advise(
			'alt',
			cover === null || ranking.cover_alt !== '',
			'Cover alt text',
			'No alt text: fans who cannot see the cover miss it',
		),
		advise(
			'price',
			ranking.gems_per_vote === siteGems,
			`The site’s price: ${siteGems} gems per vote`,
			`A vote costs ${ranking.gems_per_vote} gems; on the site it is ${siteGems}`,
		),
		advise('card', card !== undefined, card ? `Home card: ${card.rank_name}` : '', noCard),
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
			site={{ rank_entry_configs: [{ ...card, title, cover_alt: ranking.cover_alt }] }}
			data={[[cacheKeys.chart(key), chart]]}
		/>
	);
}
