/** Artists; a row opens its editor. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { ConsoleArtist } from '#contract/operator/artists.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { Face } from '../../lib/media/face.tsx';
import { paths } from '../../paths.ts';
import { Swatch } from './swatch.tsx';

export function ArtistList({ artists, openId }: { artists: ConsoleArtist[] | undefined; openId?: string }) {
	const { t } = useLingui();
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	return (
		<Table
			label={t`Artists`}
			rows={artists}
			rowKey={(row) => row.artist_id}
			isSelected={(row) => String(row.artist_id) === openId}
			columns={[
				{
					key: 'name',
					header: t`Artist`,
					strong: true,
					render: (row) => (
						<span className="with-face">
							<Face url={row.avatar?.url ?? null} />
							<Link className="table-link" to={paths.one('artists', row.artist_id)}>
								{row.en_name}
							</Link>
						</span>
					),
				},
				{ key: 'native', header: t`Native name`, room: 'much', render: (row) => row.native_name ?? row.sub_title },
				{ key: 'kind', header: t`Kind`, room: 'some', render: (row) => kinds[row.kind] },
				{ key: 'color', header: t`Fandom color`, room: 'some', render: (row) => <Swatch hex={row.fan_color} /> },
				{
					key: 'status',
					header: t`Status`,
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
