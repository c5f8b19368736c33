/** Artists; a row opens its editor. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import type { ConsoleArtist } from '#contract/operator/artists.ts';
import { exportArtists } from '#contract/operator/lists/exports.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { Face } from '../../lib/media/face.tsx';
import { DataTable, type DataTableProps } from '../../lib/table/data-table.tsx';
import { paths } from '../../paths.ts';
import { useArtistActions } from './artist-actions.ts';
import { type ArtistFilter, artistInput } from './get-artists.ts';
import { Swatch } from './swatch.tsx';

interface Props extends Pick<DataTableProps<ConsoleArtist>, 'read' | 'view' | 'filters' | 'nothing'> {
	artists: ConsoleArtist[] | undefined;
	openId?: string;
	filter: ArtistFilter;
}

export function ArtistList({ artists, openId, filter, ...rest }: Props) {
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
