/** Home cards: the order of the leaderboard's tabs and of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { readEntryCards, setEntryCards } from '#contract/operator/site/content.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, IconButton } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { useLatestRankings } from '../features/rankings/latest-rankings.ts';
import { readOf } from '../lib/api/queries.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import type { ErrorOf } from '../lib/form/field-errors.ts';
import { ChoiceField } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { TranslationsOf } from '../lib/form/translations.tsx';
import { Waiting } from '../lib/lists/list-state.tsx';
import { type Picture, PictureField } from '../lib/media/picture-field.tsx';
import { FanPage, previewCard, wideAddress } from '../lib/preview/fan-page.tsx';
import { Combobox } from '../lib/pickers/combobox.tsx';
import type { Option } from '../lib/pickers/options.ts';
import { Card, Page } from '../shell/page.tsx';
import './entry-cards.css';

export default function EntryCardsPage() {
	const { t } = useLingui();
	const cards = useQuery(readOf(readEntryCards, {}));
	const { rows: latest = [] } = useLatestRankings();
	return (
		<Page title={t`Home cards`} actions={<OnSite to={siteAddress.home} />}>
			<Card title={<Trans>Shown to fans in this order</Trans>}>
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
	const { t } = useLingui();
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
			<div className="translations">
				<ChoiceField label={t`Card to translate`} value={tab} options={[['', '–'], ...names]} onChange={setTab} />
			</div>
			{tab !== '' && (
				<TranslationsOf
					key={tab}
					noun="entry_card"
					stored={{ entry_card_id: tab }}
					fields={{ rank_name: { label: t`Name` } }}
				/>
			)}
		</>
	);
}

interface CardsProps extends Pick<CardProps, 'readOnly' | 'rankings' | 'errorOf'> {
	cards: HomeCard[];
	onChange: (cards: HomeCard[]) => void;
}

function Cards({ cards, onChange, ...shared }: CardsProps) {
	return (
		<>
			<ol className="entry-cards-list">
				{cards.map((card, index) => (
					<li key={index}>
						<CardFields
							{...shared}
							card={card}
							place={index}
							last={cards.length - 1}
							onChange={(part) => onChange(cards.with(index, { ...card, ...part }))}
							onMove={(to) => onChange(cards.toSpliced(index, 1).toSpliced(to, 0, card))}
							onRemove={() => onChange(cards.toSpliced(index, 1))}
						/>
					</li>
				))}
			</ol>
			{!shared.readOnly && (
				<Button variant="quiet" icon={<ConsoleIcon name="plus" />} onClick={() => onChange([...cards, noCard])}>
					<Trans>Add a card</Trans>
				</Button>
			)}
		</>
	);
}

interface CardProps {
	card: HomeCard;
	place: number;
	last: number;
	readOnly: boolean;
	rankings: readonly Option[];
	errorOf: ErrorOf;
	onChange: (part: Partial<HomeCard>) => void;
	onMove: (to: number) => void;
	onRemove: () => void;
}

function CardFields({ card, place, last, readOnly, rankings, errorOf, onChange, onMove, onRemove }: CardProps) {
	const { t } = useLingui();
	const number = place + 1;
	return (
		<fieldset className="entry-card-fields">
			<legend>{t`Card ${number}`}</legend>
			{!readOnly && (
				<span className="entry-card-tools">
					<IconButton label={t`Move card ${number} earlier`} disabled={place === 0} onClick={() => onMove(place - 1)}>
						<Icon name="left" />
					</IconButton>
					<IconButton label={t`Move card ${number} later`} disabled={place === last} onClick={() => onMove(place + 1)}>
						<Icon name="right" />
					</IconButton>
					<IconButton label={t`Remove card ${number}`} onClick={onRemove}>
						<ConsoleIcon name="trash" />
					</IconButton>
				</span>
			)}
			<div className="editor-pair">
				<TextField
					label={t`Name`}
					error={errorOf(`cards.${place}.rank_name`)}
					value={card.rank_name}
					onChange={(event) => onChange({ rank_name: event.target.value })}
				/>
				<TextField
					label={t`Tab`}
					error={errorOf(`cards.${place}.main_tab`)}
					hint={t`Part of the address: lowercase letters, digits and hyphens.`}
					value={card.main_tab}
					onChange={(event) => onChange({ main_tab: event.target.value })}
				/>
				<Combobox
					label={t`Ranking`}
					hint={t`For monthly rankings, fans always see the current month.`}
					error={errorOf(`cards.${place}.ranking_key`)}
					options={rankings}
					value={card.ranking_key}
					onChange={(ranking_key) => onChange({ ranking_key })}
				/>
			</div>
			<PictureField
				label={t`Background`}
				shape={[16, 9]}
				value={card.background}
				disabled={readOnly}
				removable
				onChange={(background) => onChange({ background, background_media_id: background?.media_id ?? null })}
			/>
		</fieldset>
	);
}
