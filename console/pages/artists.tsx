/** Artists: the list, and the one that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { type ConsoleArtist, createArtist } from '#contract/operator/artists.ts';
import { setArtistsHidden, unlistArtists } from '#contract/operator/lists/bulk.ts';
import { exportArtists } from '#contract/operator/lists/exports.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { SelectField } from '#ui/primitives/form-field.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { ArtistEditor, noArtist, valuesOf } from '../features/artists/artist-editor.tsx';
import { type ArtistFilter, artistInput, artistQuery, artistsQuery } from '../features/artists/get-artists.ts';
import { Translations } from '../features/translations/translations.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { MoreRows, NoResults, ReadFailed } from '../lib/lists/list-state.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { useMay } from '../lib/session/operator.tsx';
import { NEW, paths } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, Page } from '../shell/page.tsx';
import { Face } from '../lib/media/thumbs.tsx';
import { DataTable, type DataTableProps } from '../lib/table/data-table.tsx';
import { call } from '../lib/api/call.ts';
import { type BulkAction, hidingAction, rowResults } from '../lib/table/bulk-action.ts';
import '../features/artists/artists.css';

export default function ArtistsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const may = useMay();
	const { words, setWords, search } = useAddressSearch();
	const view = useTableView({ name: 'asc', newest: 'desc' });
	const [kind, setKind] = useAddressState('kind', ['', 'solo', 'group', 'song']);
	const filter = { search, kind, sort: view.sort, order: view.order };
	const read = useInfiniteQuery(artistsQuery(filter));
	const artists = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page
			title={t`Artists`}
			actions={
				<>
					<SearchField label={t`Search artists`} value={words} onChange={setWords} />
					{may(createArtist) && (
						<Link className={buttonClass({})} to={paths.one('artists', NEW)}>
							<ConsoleIcon name="plus" />
							<Trans>New artist</Trans>
						</Link>
					)}
				</>
			}
		>
			<ListWithEditor
				list={
					<Card tight>
						<ArtistList
							artists={artists}
							openId={id}
							filter={filter}
							filters={<ArtistFilterBar kind={kind} onKind={setKind} />}
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
						/>
						<MoreRows read={read} />
					</Card>
				}
				editor={id === undefined ? null : id === NEW ? <NewArtist /> : <StoredArtist key={id} id={Number(id)} />}
			/>
		</Page>
	);
}

function NewArtist() {
	const navigate = useNavigate();
	return (
		<EditorPanel title={<Trans>New artist</Trans>}>
			<ArtistEditor
				stored={noArtist}
				onSaved={({ artist_id }) => void navigate(paths.one('artists', artist_id ?? NEW))}
				onDiscarded={() => void navigate(paths.artists)}
			/>
		</EditorPanel>
	);
}

function StoredArtist({ id }: { id: number }) {
	const { t } = useLingui();
	const client = useQueryClient();
	const { data: artist, isError, refetch } = useQuery(artistQuery(id));
	if (!artist) {
		return (
			<Card>{isError ? <ReadFailed onRetry={() => void refetch()} /> : <Skeleton className="screen-skeleton" />}</Card>
		);
	}
	return (
		<EditorPanel title={artist.en_name}>
			<ArtistEditor
				stored={valuesOf(artist)}
				reload={async () => valuesOf(await client.fetchQuery({ ...artistQuery(id), staleTime: 0 }))}
			/>
			<Translations subject={{ kind: 'artist', id }} titleLabel={null} textLabel={t`Description`} />
			{!artist.hidden && <OnSite to={siteAddress.artist(id)} />}
			<Link className="trail-link" to={paths.auditOf(`artist:${id}`)}>
				<Trans>Audit trail of this artist</Trans>
			</Link>
		</EditorPanel>
	);
}

interface Props extends Pick<DataTableProps<ConsoleArtist>, 'read' | 'view' | 'filters' | 'nothing'> {
	artists: ConsoleArtist[] | undefined;
	openId?: string;
	filter: ArtistFilter;
}

/** Artists; a row opens its editor. */
function ArtistList({ artists, openId, filter, ...rest }: Props) {
	const { t } = useLingui();
	const { search } = useLocation();
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	const file = { endpoint: exportArtists, filter: artistInput(filter), fileName: 'artists.csv', isPersonal: false };
	return (
		<DataTable
			{...rest}
			label={t`Artists`}
			rows={artists}
			rowKey={(row) => row.artist_id}
			nameOf={(row) => row.en_name}
			isOpen={(row) => String(row.artist_id) === openId}
			actions={useArtistActions()}
			tools={{ list: 'artists', file }}
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
							<Link className="table-link" to={{ pathname: paths.one('artists', row.artist_id), search }}>
								{row.en_name}
							</Link>
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
					render: (row) =>
						row.hidden ? (
							<Tag>
								<Trans>Hidden</Trans>
							</Tag>
						) : (
							<Tag tone="good">
								<Trans>Visible</Trans>
							</Tag>
						),
				},
			]}
		/>
	);
}

interface ArtistFilterBarProps {
	kind: ArtistFilter['kind'];
	onKind: (kind: ArtistFilter['kind']) => void;
}

/** Narrows the list of artists to a kind. */
function ArtistFilterBar({ kind, onKind }: ArtistFilterBarProps) {
	const { t } = useLingui();
	const kinds = [
		['', t`Any`],
		['solo', t`Solo`],
		['group', t`Group`],
		['song', t`Song`],
	] as const;
	return (
		<SelectField
			label={t`Kind`}
			value={kind}
			onChange={({ target }) => onKind(kinds.find(([value]) => value === target.value)?.[0] ?? '')}
		>
			{kinds.map(([value, name]) => (
				<option key={value} value={value}>
					{name}
				</option>
			))}
		</SelectField>
	);
}

const itemOf = ({ artist_id: id, version }: ConsoleArtist) => ({ id, version });

/** What can be done to several artists at once. */
function useArtistActions(): BulkAction<ConsoleArtist>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	const onDone = () => void client.invalidateQueries({ queryKey: ['artists'] });
	const action = hidingAction({ endpoint: setArtistsHidden, itemOf, onDone });
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
			onDone: () => void client.invalidateQueries({ queryKey: ['rankings'] }),
		},
	];
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
