/** Lists votes by artist: cast, voided, and the artists with unusual values. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { Concentration } from '#contract/operator/voting/concentration.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';

interface Props {
	artists: Concentration['artists'];
	openId: number | null;
	/** Returns the address of the page with one artist’s votes. */
	addressOf: (artistId: number) => string;
}

export function ArtistVotes({ artists, openId, addressOf }: Props) {
	const { t } = useLingui();
	return (
		<Table
			label={t`Votes by artist`}
			rows={artists}
			rowKey={(row) => row.artist_id}
			isSelected={(row) => row.artist_id === openId}
			columns={[
				{
					key: 'name',
					header: t`Artist`,
					strong: true,
					render: (row) => (
						<Link
							className="table-link"
							to={addressOf(row.artist_id)}
							aria-current={row.artist_id === openId || undefined}
						>
							{row.en_name}
							{row.unusual > 0 && (
								<span className="artist-unusual">
									<UnusualTag count={row.unusual} />
								</span>
							)}
						</Link>
					),
				},
				{
					key: 'unusual',
					header: t`Stands out`,
					room: 'some',
					render: (row) => (row.unusual > 0 ? <UnusualTag count={row.unusual} /> : <Trans>Nothing</Trans>),
				},
				{
					key: 'voided',
					header: t`Voided`,
					align: 'end',
					room: 'some',
					render: (row) => formatNumber(row.voided_tickets),
				},
				{
					key: 'votes',
					header: t`Votes, as cast`,
					align: 'end',
					strong: true,
					render: (row) => formatNumber(row.cast_tickets),
				},
			]}
		/>
	);
}

function UnusualTag({ count }: { count: number }) {
	return (
		<Tag tone="warning">
			<Plural value={count} one="# unusual pattern" other="# unusual patterns" />
		</Tag>
	);
}
