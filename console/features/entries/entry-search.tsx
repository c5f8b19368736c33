/** Finds artists and adds them, one click each. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSettled } from '#client/use-settled.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { Face } from '../../lib/media/face.tsx';
import { paths } from '../../paths.ts';
import { artistSearchQuery, type Entry, useAddEntries } from './get-entries.ts';

export function EntrySearch({ rankingKey, entered }: { rankingKey: string; entered: Entry[] }) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useErrorText();
	const [words, setWords] = useState('');
	const { data } = useQuery(artistSearchQuery(useSettled(words.trim())));
	const add = useAddEntries(rankingKey);
	const known = new Set(entered.map((entry) => entry.artist_id));
	return (
		<div className="entry-search">
			<SearchField label={t`Search artists to add`} value={words} onChange={setWords} />
			{words !== '' && data && (
				<ul aria-label={t`Artists found`}>
					{data.list.length === 0 && (
						<li className="entry-row">
							<Trans>No artist of that name</Trans>
						</li>
					)}
					{data.list.map((artist) => (
						<li key={artist.artist_id} className="entry-row">
							<Face url={artist.avatar?.url ?? null} />
							<span className="entry-name">
								<b>{artist.en_name}</b>
								<small>{artist.sub_title ?? artist.native_name}</small>
							</span>
							{known.has(artist.artist_id) ? (
								<Trans>Added</Trans>
							) : artist.hidden ? (
								<Link className="trail-link" to={paths.one('artists', artist.artist_id)}>
									<Trans>Hidden from fans</Trans>
								</Link>
							) : (
								<Button
									variant="quiet"
									aria-label={t`Add ${artist.en_name}`}
									busy={add.isPending && add.variables.includes(artist.artist_id)}
									onClick={() => add.mutate([artist.artist_id], { onError: (error) => toast(textOf(error)) })}
								>
									<Trans>Add</Trans>
								</Button>
							)}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
