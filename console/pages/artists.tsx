/** Artists: the list, and the one that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { type ConsoleArtist, createArtist, listArtists, readArtist } from '#contract/operator/artists.ts';
import { setArtistsHidden, unlistArtists } from '#contract/operator/lists/bulk.ts';
import { exportArtists, exportedColumns } from '#contract/operator/lists/exports.ts';
import { ArtistEditor } from '../features/artists/artist-editor.tsx';
import { Translations } from '../features/translations/translations.tsx';
import { readOf } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { RowLink, TrailLink } from '../lib/elements/links.tsx';
import { OnSite, siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { Face } from '../lib/media/thumbs.tsx';
import { type BulkAction, told, visibility } from '../lib/table/bulk-action.ts';
import { NEW, paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';
import { EditorPanel, NewLink, WaitingCard } from '../shell/page.tsx';
import '../features/artists/artists.css';

export default function ArtistsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const { search: address } = useLocation();
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	return (
		<ListPage
			title={t`Artists`}
			list="artists"
			call={listArtists}
			sorts={{ name: 'asc', newest: 'desc' }}
			search={t`Search artists`}
			filters={[{ name: 'kind', label: t`Kind`, options: [['', t`Any`], ...Object.entries(kinds)] }]}
			actions={
				<NewLink list="artists" call={createArtist}>
					<Trans>New artist</Trans>
				</NewLink>
			}
			rowKey={(row) => row.artist_id}
			nameOf={(row) => row.en_name}
			none={t`No artists`}
			hint={t`Artists and songs are added once, and can then be in any ranking. Add one with “New artist”, or many by the file of a ranking.`}
			bulk={useArtistActions()}
			file={{ endpoint: exportArtists, fileName: 'artists.csv', columns: exportedColumns.artists, isPersonal: false }}
			columns={[
				{
					key: 'name',
					header: t`Artist`,
					strong: true,
					sortAs: 'name',
					render: (row) => (
						<span className="with-face">
							<Face url={row.avatar?.url ?? null} />
							{/* The list beside the editor stays as it is. */}
							<RowLink to={{ pathname: paths.one('artists', row.artist_id), search: address }}>{row.en_name}</RowLink>
						</span>
					),
				},
				{ key: 'id', header: t`Number`, optional: true, sortAs: 'newest', render: (row) => row.artist_id },
				{ key: 'native', header: t`Native name`, room: 'much', render: (row) => row.native_name ?? row.sub_title },
				{
					key: 'kind',
					header: t`Kind`,
					room: 'some',
					render: (row) => <span className="data-word">{kinds[row.kind]}</span>,
				},
				{ key: 'color', header: t`Fandom color`, room: 'some', render: (row) => <Swatch hex={row.fan_color} /> },
				{
					key: 'status',
					header: t`Status`,
					render: (row) => <VisibilityTag visibility={row.hidden ? 'hidden' : 'visible'} />,
				},
			]}
			editor={id === undefined ? null : id === NEW ? <NewArtist /> : <StoredArtist key={id} id={Number(id)} />}
		/>
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
	const idOf = ({ artist_id: id }: ConsoleArtist) => id;
	const [hide, show] = [t`Hide these artists from fans?`, t`Show these artists to fans?`];
	const unlist = t`Remove these artists from every ranking that has not opened?`;
	return [
		visibility(setArtistsHidden, idOf, true, [t`Hide`, hide, t`Will be hidden`, t`Hidden`, t`Already hidden`]),
		visibility(setArtistsHidden, idOf, false, [t`Show`, show, t`Will be visible`, t`Visible`, t`Already visible`]),
		{
			...told(t`Remove from rankings`, unlist, t`Will be removed`, t`Removed`, t`In no ranking to come`),
			endpoint: unlistArtists,
			body: (artists) => ({ artist_ids: artists.map(idOf) }),
		},
	];
}

function NewArtist() {
	const navigate = useNavigate();
	return (
		<EditorPanel title={<Trans>New artist</Trans>}>
			<ArtistEditor
				stored={undefined}
				onSaved={({ artist }) => void navigate(paths.one('artists', artist.artist_id))}
				onDiscarded={() => void navigate(paths.artists)}
			/>
		</EditorPanel>
	);
}

function StoredArtist({ id }: { id: number }) {
	const { t } = useLingui();
	const read = useQuery(readOf(readArtist, { params: { artist_id: id } }));
	const artist = read.data?.artist;
	if (!artist) return <WaitingCard read={read} />;
	return (
		<EditorPanel title={artist.en_name}>
			<WaitsNotice name="artist_id" value={id} />
			<ArtistEditor stored={artist} />
			<Translations subject={{ kind: 'artist', id }} titleLabel={null} textLabel={t`Description`} />
			{!artist.hidden && <OnSite to={siteAddress.artist(id)} />}
			<TrailLink to={paths.auditOf(`artist:${id}`)}>{t`Audit trail of this artist`}</TrailLink>
		</EditorPanel>
	);
}
