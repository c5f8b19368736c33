/** Home cards: the order of the leaderboard's tabs and of the home page. */
import { useState } from 'react';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { readEntryCards, setEntryCards } from '#contract/operator/site/content.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, IconButton } from '#ui/primitives/button.tsx';
import { useLatestRankings } from '../features/rankings/standing-now.tsx';
import { useRead } from '../lib/api/calls.tsx';
import { ConsoleIcon, OnSite, siteAddress, TextInput } from '../lib/elements/elements.tsx';
import type { ErrorOf } from '../lib/form/contract-form.ts';
import { ChoiceField } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { TranslationsOf } from '../lib/form/translations.tsx';
import { Waiting } from '../lib/lists/list-state.tsx';
import { type Picture, PictureField } from '../lib/media/picture-field.tsx';
import { FanPage, previewCard, wideAddress } from '../lib/preview/fan-page.tsx';
import { Combobox, type Option } from '../lib/pickers/combobox.tsx';
import { Card, Page } from '../shell/page.tsx';
import './entry-cards.css';

export default function EntryCardsPage() {
	const cards = useRead(readEntryCards, {});
	const { rows: latest = [] } = useLatestRankings();
	return (
		<Page actions={<OnSite to={siteAddress.home} />}>
			<Card title="Shown to fans in this order">
				{cards.data ? <EntryCardsEditor stored={cards.data} latest={latest} /> : <Waiting read={cards} />}
			</Card>
		</Page>
	);
}

type EntryCards = ReplyOf<typeof readEntryCards>;
type HomeCard = InputOf<typeof setEntryCards>['body']['cards'][number] & { background: Picture | null };

const noCard = { main_tab: '', ranking_key: '', rank_name: '', background_media_id: null, background: null };

/** The tabs of the leaderboard and the cards of the home page, in the order that fans see. */
function EntryCardsEditor({ stored, latest }: { stored: EntryCards; latest: readonly ConsoleRanking[] }) {
	const rankings = latest.map(({ ranking_key: key, title }) => ({ value: key, name: title, detail: key }));
	const [tab, setTab] = useState('');
	const names = stored.cards.map(({ main_tab: one, rank_name: name }) => [one, name] as const);
	return (
		<>
			<ItemEditor
				stored={stored}
				of={{ edit: setEntryCards }}
				fields={() => ({
					cards: {
						label: '',
						render: ({ value, onChange, disabled }, errorOf) => (
							<Cards
								cards={value as HomeCard[]}
								onChange={onChange}
								readOnly={disabled}
								rankings={rankings}
								errorOf={errorOf}
							/>
						),
					},
				})}
				renderPreview={({ cards }) => (
					<FanPage
						path={siteAddress.home}
						site={{
							rank_entry_configs: (cards as HomeCard[]).flatMap(({ background, ...card }) => {
								const of = latest.find(({ ranking_key: key }) => key === card.ranking_key);
								return of ? [previewCard(of, { ...card, bg_url: background && wideAddress(background.url) })] : [];
							}),
						}}
					/>
				)}
			/>
			<div className="translations stack gap-5 mt-8">
				<ChoiceField label="Card to translate" value={tab} options={[['', '–'], ...names]} onChange={setTab} />
			</div>
			{tab !== '' && (
				<TranslationsOf
					key={tab}
					noun="entry_card"
					stored={{ entry_card_id: tab }}
					fields={{ rank_name: { label: 'Name' } }}
				/>
			)}
		</>
	);
}

interface CardsProps {
	cards: HomeCard[];
	readOnly: boolean;
	rankings: readonly Option[];
	errorOf: ErrorOf;
	onChange: (cards: HomeCard[]) => void;
}

function Cards({ cards, readOnly, rankings, errorOf, onChange }: CardsProps) {
	const set = (place: number, part: Partial<HomeCard>) =>
		onChange(cards.map((card, index) => (index === place ? { ...card, ...part } : card)));
	const move = (place: number, to: number) =>
		onChange(cards.toSpliced(place, 1).toSpliced(to, 0, ...cards.slice(place, place + 1)));
	return (
		<>
			<ol className="entry-cards-list stack gap-4">
				{cards.map((card, place) => (
					<li key={place}>
						<fieldset className="entry-card-fields relative stack gap-4">
							<legend>{`Card ${place + 1}`}</legend>
							{!readOnly && (
								<span className="entry-card-tools flex">
									<IconButton
										label={`Move card ${place + 1} earlier`}
										disabled={place === 0}
										onClick={() => move(place, place - 1)}
									>
										<Icon name="left" />
									</IconButton>
									<IconButton
										label={`Move card ${place + 1} later`}
										disabled={place === cards.length - 1}
										onClick={() => move(place, place + 1)}
									>
										<Icon name="right" />
									</IconButton>
									<IconButton label={`Remove card ${place + 1}`} onClick={() => onChange(cards.toSpliced(place, 1))}>
										<ConsoleIcon name="trash" />
									</IconButton>
								</span>
							)}
							<div className="editor-pair stack align-start">
								<TextInput
									label="Name"
									error={errorOf(`cards.${place}.rank_name`)}
									value={card.rank_name}
									onChange={(rank_name) => set(place, { rank_name })}
								/>
								<TextInput
									label="Tab"
									error={errorOf(`cards.${place}.main_tab`)}
									hint="Part of the address: lowercase letters, digits and hyphens."
									value={card.main_tab}
									onChange={(main_tab) => set(place, { main_tab })}
								/>
								<Combobox
									label="Ranking"
									hint="For monthly rankings, fans always see the current month."
									error={errorOf(`cards.${place}.ranking_key`)}
									options={rankings}
									value={card.ranking_key}
									onChange={(ranking_key) => set(place, { ranking_key })}
								/>
							</div>
							<PictureField
								label="Background"
								shape={[16, 9]}
								value={card.background}
								disabled={readOnly}
								removable
								onChange={(background) => set(place, { background, background_media_id: background?.media_id ?? null })}
							/>
						</fieldset>
					</li>
				))}
			</ol>
			{!readOnly && (
				<Button variant="quiet" icon={<ConsoleIcon name="plus" />} onClick={() => onChange([...cards, noCard])}>
					Add a card
				</Button>
			)}
		</>
	);
}
