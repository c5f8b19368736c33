/** Artists: the list, and the one that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { artists, type ConsoleArtist, listArtists, readArtist, removeArtist } from '#contract/operator/artists.ts';
import { setArtistsHidden, unlistArtists } from '#contract/operator/lists/bulk.ts';
import { exportArtists, exportedColumns } from '#contract/operator/lists/exports.ts';
import { ArtistEditor } from '../features/artists/artist-editor.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { Face } from '../lib/media/thumbs.tsx';
import { type BulkAction, told, visibility } from '../lib/table/bulk-action.ts';
import { paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';
import '../features/artists/artists.css';

export default function ArtistsPage() {
	const { t } = useLingui();
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	return (
		<ListPage
			title={t`Artists`}
			of={{ ...artists, list: listArtists, read: readArtist, remove: removeArtist }}
			mayRemove={({ hidden }) => hidden}
			section="artists"
			sorts={{ name: 'asc', newest: 'desc' }}
			search={t`Search artists`}
			filters={[{ name: 'kind', label: t`Kind`, options: Object.entries(kinds) }]}
			newName={<Trans>New artist</Trans>}
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
							{row.en_name}
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
			back={<TrailLink to={paths.artists}>{t`All artists`}</TrailLink>}
			onSite={({ artist_id: id, hidden }) => (hidden ? null : siteAddress.artist(id))}
			renderEditor={(props) => (
				<>
					<ArtistEditor {...props} />
					{props.stored && (
						<TrailLink
							to={paths.auditOf(`artist:${props.stored.artist_id}`)}
						>{t`Audit trail of this artist`}</TrailLink>
					)}
				</>
			)}
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
			body: (rows) => ({ artist_ids: rows.map(idOf) }),
		},
	];
}
