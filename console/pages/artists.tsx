/** Artists: the list, and the one that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { createArtist } from '#contract/operator/artists.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ArtistEditor } from '../features/artists/artist-editor.tsx';
import { ArtistFilterBar } from '../features/artists/artist-filter.tsx';
import { ArtistList } from '../features/artists/artist-list.tsx';
import { noArtist, valuesOf } from '../features/artists/artist-values.ts';
import { artistQuery, artistsQuery } from '../features/artists/get-artists.ts';
import { Translations } from '../features/translations/translations.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { NoResults } from '../lib/lists/no-results.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { useMay } from '../lib/session/operator.tsx';
import { NEW, paths } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, Page } from '../shell/page.tsx';

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
