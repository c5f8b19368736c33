/** Artists: the list, and the one that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { type ConsoleArtist, createArtist } from '#contract/operator/artists.ts';
import { setArtistsHidden, unlistArtists } from '#contract/operator/lists/bulk.ts';
import { exportArtists } from '#contract/operator/lists/exports.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { ArtistEditor } from '../features/artists/artist-editor.tsx';
import { artistInput, artistQuery, artistsQuery } from '../features/artists/get-artists.ts';
import { Translations } from '../features/translations/translations.tsx';
import { call } from '../lib/api/call.ts';
import { useList } from '../lib/api/lists.ts';
import { refresh, useReread } from '../lib/api/queries.ts';
import { RowLink, TrailLink } from '../lib/elements/links.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { NoResults } from '../lib/lists/list-state.tsx';
import { Face } from '../lib/media/thumbs.tsx';
import { type BulkAction, hidingAction, rowResults } from '../lib/table/bulk-action.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { NEW, paths } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, NewLink, Page, WaitingCard } from '../shell/page.tsx';
import '../features/artists/artists.css';

export default function ArtistsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const { search: address } = useLocation();
	const { words, setWords, search } = useAddressSearch();
	const view = useTableView({ name: 'asc', newest: 'desc' });
	const [kind, setKind] = useAddressState('kind', ['', 'solo', 'group', 'song']);
	const filter = { search, kind, sort: view.sort, order: view.order };
	const { read, rows } = useList(artistsQuery(filter));
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	return (
		<Page
			title={t`Artists`}
			actions={
				<>
					<SearchField label={t`Search artists`} value={words} onChange={setWords} />
					<NewLink list="artists" call={createArtist}>
						<Trans>New artist</Trans>
					</NewLink>
				</>
			}
		>
			<ListWithEditor
				list={
					<Card tight>
						<DataTable
							label={t`Artists`}
							rows={rows}
							rowKey={(row) => row.artist_id}
							nameOf={(row) => row.en_name}
							isOpen={(row) => String(row.artist_id) === id}
							view={view}
							read={read}
							nothing={
								<NoResults words={words} onClear={() => setWords('')} none={<Trans>No artists</Trans>}>
									<Trans>
										Artists and songs are added once, and can then be in any ranking. Add one with “New artist”, or many
										by the file of a ranking.
									</Trans>
								</NoResults>
							}
							actions={useArtistActions()}
							filters={
								<ChoiceField
									label={t`Kind`}
									value={kind}
									options={[
										['', t`Any`],
										['solo', kinds.solo],
										['group', kinds.group],
										['song', kinds.song],
									]}
									onChange={setKind}
								/>
							}
							tools={{
								list: 'artists',
								file: {
									endpoint: exportArtists,
									filter: artistInput(filter),
									fileName: 'artists.csv',
									isPersonal: false,
								},
							}}
							columns={[
								{
									key: 'name',
									header: t`Artist`,
									strong: true,
									sortAs: 'name',
									exportAs: ['name'],
									render: (row) => (
										<span className="with-face">
											<Face url={row.avatar?.url ?? null} />
											{/* The list beside the editor stays as it is. */}
											<RowLink to={{ pathname: paths.one('artists', row.artist_id), search: address }}>
												{row.en_name}
											</RowLink>
										</span>
									),
								},
								{
									key: 'id',
									header: t`Number`,
									optional: true,
									sortAs: 'newest',
									exportAs: ['id'],
									render: (row) => row.artist_id,
								},
								{
									key: 'native',
									header: t`Native name`,
									room: 'much',
									exportAs: ['native'],
									render: (row) => row.native_name ?? row.sub_title,
								},
								{
									key: 'kind',
									header: t`Kind`,
									room: 'some',
									exportAs: ['kind'],
									render: (row) => <span className="data-word">{kinds[row.kind]}</span>,
								},
								{
									key: 'color',
									header: t`Fandom color`,
									room: 'some',
									exportAs: ['color'],
									render: (row) => <Swatch hex={row.fan_color} />,
								},
								{
									key: 'status',
									header: t`Status`,
									exportAs: ['status'],
									render: (row) => (row.hidden ? <Tag>{t`Hidden`}</Tag> : <Tag tone="good">{t`Visible`}</Tag>),
								},
							]}
						/>
					</Card>
				}
				editor={id === undefined ? null : id === NEW ? <NewArtist /> : <StoredArtist key={id} id={Number(id)} />}
			/>
		</Page>
	);
}

/** Shows a fandom color with its hex code, or nothing if no color is set. */
function Swatch({ hex }: { hex: string | null }) {
	if (hex === null) return <>–</>;
	return (
		<span className="swatch">
			<i style={{ background: hex }} aria-hidden="true" />
			{hex.toUpperCase()}
		</span>
	);
}

/** What can be done to several artists at once. */
function useArtistActions(): BulkAction<ConsoleArtist>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	const action = hidingAction({
		endpoint: setArtistsHidden,
		itemOf: ({ artist_id: id, version }: ConsoleArtist) => ({ id, version }),
		onDone: () => void refresh(client, ['artists']),
	});
	return [
		{
			...action(true),
			key: 'hide',
			label: t`Hide`,
			words: {
				title: t`Hide these artists from fans?`,
				will: t`Will be hidden`,
				done: t`Hidden`,
				unchanged: t`Already hidden`,
			},
		},
		{
			...action(false),
			key: 'show',
			label: t`Show`,
			words: {
				title: t`Show these artists to fans?`,
				will: t`Will be visible`,
				done: t`Visible`,
				unchanged: t`Already visible`,
			},
		},
		{
			key: 'unlist',
			label: t`Remove from rankings`,
			endpoint: unlistArtists,
			words: {
				title: t`Remove these artists from every ranking that has not opened?`,
				will: t`Will be removed`,
				done: t`Removed`,
				unchanged: t`In no ranking to come`,
			},
			run: async (artists, { isDryRun }) => {
				const body = { artist_ids: artists.map((artist) => artist.artist_id), dry_run: isDryRun };
				return rowResults((await call(unlistArtists, { body })).results);
			},
			onDone: () => void refresh(client, ['rankings']),
		},
	];
}

function NewArtist() {
	const navigate = useNavigate();
	return (
		<EditorPanel title={<Trans>New artist</Trans>}>
			<ArtistEditor
				stored={undefined}
				onSaved={(artist) => void navigate(paths.one('artists', artist?.artist_id ?? NEW))}
				onDiscarded={() => void navigate(paths.artists)}
			/>
		</EditorPanel>
	);
}

function StoredArtist({ id }: { id: number }) {
	const { t } = useLingui();
	const read = useQuery(artistQuery(id));
	const reload = useReread(artistQuery(id));
	const artist = read.data;
	if (!artist) return <WaitingCard read={read} />;
	return (
		<EditorPanel title={artist.en_name}>
			<ArtistEditor stored={artist} reload={reload} />
			<Translations subject={{ kind: 'artist', id }} titleLabel={null} textLabel={t`Description`} />
			{!artist.hidden && <OnSite to={siteAddress.artist(id)} />}
			<TrailLink to={paths.auditOf(`artist:${id}`)}>{t`Audit trail of this artist`}</TrailLink>
		</EditorPanel>
	);
}
