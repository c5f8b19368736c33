/**
 * Manages a ranking's entries. Until it opens, they are added by search or from a file. Later they can only be hidden,
 * with a reason.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { useSettled } from '#client/use-settled.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listArtists } from '#contract/operator/artists.ts';
import { addEntries, hideEntry, listEntries, previewImport, removeEntry } from '#contract/operator/rankings/entries.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { call } from '../../lib/api/call.ts';
import { useErrorToast } from '../../lib/api/error-text.tsx';
import { readOf, useSend } from '../../lib/api/queries.ts';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { ConsoleIcon } from '../../lib/elements/console-icon.tsx';
import { TrailLink } from '../../lib/elements/links.tsx';
import { ListState } from '../../lib/lists/list-state.tsx';
import { Face } from '../../lib/media/thumbs.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import { ImportDialog } from './import-dialog.tsx';
import './entries.css';

/** Search and export reach the entries beyond these. */
const SHOWN_FIRST = 12;

const FOUND_MAX = 6;

type Entry = ReplyOf<typeof listEntries>['entries'][number];

interface Ranking {
	ranking_key: string;
	frozen: boolean;
	status: string;
}

export function Entries({ ranking }: { ranking: Ranking }) {
	const { t } = useLingui();
	const may = useMay();
	const key = ranking.ranking_key;
	const read = useQuery(readOf(listEntries, { params: { ranking_key: key } }));
	const [importing, setImporting] = useState(false);
	const preview = useMutation({
		mutationFn: (file: File) => call(previewImport, { params: { ranking_key: key } }, { file }),
	});
	function take(file: File) {
		preview.mutate(file);
		setImporting(true);
	}
	const entries = read.data?.entries;
	const open = may(addEntries) && !ranking.frozen;
	return (
		<section className="rows entries" aria-label={t`Artists`}>
			<h3>
				<Trans>Artists</Trans> {entries ? <span className="entries-count">{entries.length}</span> : null}
			</h3>
			{open && (
				<>
					<EntrySearch rankingKey={key} entered={entries ?? []} />
					<FileButton label={t`Import a CSV file`} accept=".csv,text/csv" onFile={take} />
				</>
			)}
			<ListState
				read={read}
				count={entries?.length}
				empty={
					open ? <Trans>No artists yet. Search for them above, or import a file.</Trans> : <Trans>No artists yet</Trans>
				}
			>
				<EntryRows entries={entries ?? []} ranking={ranking} />
			</ListState>
			{importing && <ImportDialog rankingKey={key} read={preview} onClose={() => setImporting(false)} />}
		</section>
	);
}

function EntryRows({ entries, ranking }: { entries: Entry[]; ranking: Ranking }) {
	const { t } = useLingui();
	const may = useMay();
	const toastError = useErrorToast();
	const remove = useSend(removeEntry);
	const [all, setAll] = useState(false);
	const paramsOf = ({ artist_id }: Entry) => ({ ranking_key: ranking.ranking_key, artist_id });
	const [hiding, setHiding] = useState<Entry | null>(null);
	const shown = all ? entries : entries.slice(0, SHOWN_FIRST);
	return (
		<>
			<ul>
				{shown.map((entry) => (
					<EntryRow key={entry.artist_id} entry={entry}>
						{may(addEntries) && !ranking.frozen && (
							<Button
								variant="quiet"
								aria-label={t`Remove ${entry.en_name}`}
								busy={remove.isPending && remove.variables.params.artist_id === entry.artist_id}
								onClick={() => remove.mutate({ params: paramsOf(entry) }, { onError: toastError })}
							>
								<Trans>Remove</Trans>
							</Button>
						)}
						{may(addEntries) && ranking.frozen && ranking.status !== 'ended' && (
							<Button
								variant="quiet"
								aria-label={entry.hidden ? t`Show ${entry.en_name}` : t`Hide ${entry.en_name}`}
								onClick={() => setHiding(entry)}
							>
								{entry.hidden ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
							</Button>
						)}
					</EntryRow>
				))}
			</ul>
			{shown.length < entries.length && (
				<Button variant="quiet" onClick={() => setAll(true)}>
					<Trans>Show all {entries.length}</Trans>
				</Button>
			)}
			{hiding && <HideDialog entry={hiding} rankingKey={ranking.ranking_key} onClose={() => setHiding(null)} />}
		</>
	);
}

function HideDialog({ entry, rankingKey, onClose }: { entry: Entry; rankingKey: string; onClose: () => void }) {
	const { t } = useLingui();
	return (
		<WhyDialog
			title={entry.hidden ? t`Show ${entry.en_name} again?` : t`Hide ${entry.en_name}?`}
			text={
				<Trans>
					The votes stay on record either way. A hidden artist takes none, and is left out of the chart and the result.
					Another operator has to approve it.
				</Trans>
			}
			action={entry.hidden ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
			call={hideEntry}
			params={{ ranking_key: rankingKey, artist_id: entry.artist_id }}
			body={(why) => ({ hidden: !entry.hidden, why })}
			onClose={onClose}
		/>
	);
}

/** Shows one entry's artist, with the actions on the entry. */
function EntryRow({ entry, children }: { entry: Entry; children?: ReactNode }) {
	const { t } = useLingui();
	return (
		<li className="entry-row">
			<Face url={entry.avatar?.url ?? null} />
			<span className="entry-name">
				<b>{entry.en_name}</b>
				<small>
					{entry.sub_title ? `${entry.sub_title} · ` : null}
					<Trans>{formatNumber(entry.tickets)} votes</Trans>
				</small>
			</span>
			{entry.hidden && <Tag tone="warning">{t`Hidden`}</Tag>}
			{children}
		</li>
	);
}

/** Finds artists and adds them, one click each. */
function EntrySearch({ rankingKey, entered }: { rankingKey: string; entered: Entry[] }) {
	const { t } = useLingui();
	const toastError = useErrorToast();
	const [words, setWords] = useState('');
	const search = useSettled(words.trim());
	const query = { search, limit: FOUND_MAX };
	const { data } = useQuery(readOf(listArtists, { query }, { enabled: search !== '' }));
	const add = useSend(addEntries);
	const known = new Set(entered.map((entry) => entry.artist_id));
	return (
		<div className="entry-search">
			<SearchField label={t`Search artists to add`} value={words} onChange={setWords} />
			{words !== '' && data && (
				<ul aria-label={t`Artists found`}>
					{data.list.length === 0 && <li className="entry-row">{t`No artist of that name`}</li>}
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
								<TrailLink to={paths.one('artists', artist.artist_id)}>{t`Hidden from fans`}</TrailLink>
							) : (
								<Button
									variant="quiet"
									aria-label={t`Add ${artist.en_name}`}
									busy={add.isPending && add.variables.body.artist_ids.includes(artist.artist_id)}
									onClick={() =>
										add.mutate(
											{ params: { ranking_key: rankingKey }, body: { artist_ids: [artist.artist_id] } },
											{ onError: toastError },
										)
									}
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

interface Props {
	label: string;
	/** As the `accept` of an input. */
	accept: string;
	onFile: (file: File) => void;
}

/** Looks like a button and chooses a file. The browser's own input covers it, invisibly. */
function FileButton({ label, accept, onFile }: Props) {
	const id = useId();
	return (
		<label className={buttonClass({ variant: 'quiet' }, 'file-button')} htmlFor={id}>
			<ConsoleIcon name="news" />
			{label}
			<input
				id={id}
				type="file"
				accept={accept}
				onChange={(event) => {
					const file = event.target.files?.[0];
					if (file) onFile(file);
					// The same file can be chosen again after it was fixed.
					event.target.value = '';
				}}
			/>
		</label>
	);
}
