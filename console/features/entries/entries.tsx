/**
 * Manages a ranking's entries. Until it opens, they are added by search or from a file. Later they can only be hidden,
 * with a reason.
 */
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { useSettled } from '#client/use-settled.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listArtists } from '#contract/operator/artists.ts';
import {
	addEntries,
	commitImport,
	hideEntry,
	IMPORT_BYTES_MAX,
	ENTRIES_MAX,
	listEntries,
	previewImport,
	removeEntry,
} from '#contract/operator/rankings/entries.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { FileDrop } from '#ui/primitives/file-drop.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { call, errorText, useRead, useSend } from '../../lib/api/calls.tsx';
import { DialogBox, SendButton, Steps } from '../../lib/dialogs/dialogs.tsx';
import { CellLink, ConsoleIcon, Face, TrailLink } from '../../lib/elements/elements.tsx';
import { counted } from '../../lib/format/values.ts';
import { ListState } from '../../lib/lists/list-state.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { Table } from '../../lib/table/table.tsx';
import { paths } from '../../nouns.ts';
import './entries.css';

/** Search and export reach the entries beyond these. */
const SHOWN_FIRST = 12;

const FOUND_MAX = 6;

type Entry = ReplyOf<typeof listEntries>['entries'][number];

type Ranking = Pick<ConsoleRanking, 'ranking_key' | 'frozen' | 'status'>;

export function Entries({ ranking }: { ranking: Ranking }) {
	const may = useMay();
	const key = ranking.ranking_key;
	const read = useRead(listEntries, { params: { ranking_key: key } });
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
		<section className="stack gap-3 entries" aria-label="Artists">
			<h3>Artists {entries ? <span className="faint regular">{entries.length}</span> : null}</h3>
			{open && (
				<>
					<EntrySearch rankingKey={key} entered={entries ?? []} />
					<FileButton onFile={take} />
				</>
			)}
			<ListState
				read={read}
				count={entries?.length}
				empty={open ? 'No artists yet. Search for them above, or import a file.' : 'No artists yet'}
			>
				<EntryRows entries={entries ?? []} ranking={ranking} />
			</ListState>
			{importing && <ImportDialog rankingKey={key} read={preview} onClose={() => setImporting(false)} />}
		</section>
	);
}

function EntryRows({ entries, ranking }: { entries: Entry[]; ranking: Ranking }) {
	const may = useMay();
	const [all, setAll] = useState(false);
	const paramsOf = ({ artist_id }: Entry) => ({ ranking_key: ranking.ranking_key, artist_id });
	const votesOf = (id: number) => ({ pathname: paths.one('votes', ranking.ranking_key), search: `?artist=${id}` });
	const shown = all ? entries : entries.slice(0, SHOWN_FIRST);
	return (
		<>
			<ul className="lined">
				{shown.map((entry) => (
					<li key={entry.artist_id} className="entry-row row gap-2">
						<Face url={entry.avatar?.url} />
						<span className="entry-name grow min-0 text-m breaks">
							<b className="block semibold">{entry.en_name}</b>
							<small className="faint text-xs">
								{entry.sub_title ? `${entry.sub_title} · ` : null}
								<CellLink to={votesOf(entry.artist_id)}>{counted(entry.tickets, 'vote')}</CellLink>
							</small>
						</span>
						{entry.hidden && <Tag tone="warning">Hidden</Tag>}
						{may(addEntries) && !ranking.frozen && (
							<SendButton call={removeEntry} input={{ params: paramsOf(entry) }} aria-label={`Remove ${entry.en_name}`}>
								Remove
							</SendButton>
						)}
						{may(addEntries) && ranking.frozen && ranking.status !== 'ended' && (
							<Steps
								params={paramsOf(entry)}
								steps={{
									hide: {
										call: hideEntry,
										when: true,
										variant: 'quiet',
										label: entry.hidden ? 'Show' : 'Hide',
										'aria-label': `${entry.hidden ? 'Show' : 'Hide'} ${entry.en_name}`,
										title: entry.hidden ? `Show ${entry.en_name} again?` : `Hide ${entry.en_name}?`,
										text: 'The votes stay on record either way. A hidden artist takes none, and is left out of the chart and the result. Another operator has to approve it.',
										body: (why) => ({ hidden: !entry.hidden, why }),
									},
								}}
							/>
						)}
					</li>
				))}
			</ul>
			{shown.length < entries.length && (
				<Button variant="quiet" onClick={() => setAll(true)}>
					Show all {entries.length}
				</Button>
			)}
		</>
	);
}

/** Finds artists and adds them, one click each. */
function EntrySearch({ rankingKey, entered }: { rankingKey: string; entered: Entry[] }) {
	const [words, setWords] = useState('');
	const search = useSettled(words.trim());
	const query = { search, limit: FOUND_MAX };
	const { data } = useRead(listArtists, { query }, { enabled: search !== '' });
	const known = new Set(entered.map((entry) => entry.artist_id));
	return (
		<div className="entry-search">
			<SearchField label="Search artists to add" value={words} onChange={setWords} />
			{words !== '' && data && (
				<ul className="lined" aria-label="Artists found">
					{data.list.length === 0 && <li className="entry-row row gap-2">No artist of that name</li>}
					{data.list.map((artist) => (
						<li key={artist.artist_id} className="entry-row row gap-2">
							<Face url={artist.avatar?.url} />
							<span className="entry-name grow min-0 text-m breaks">
								<b className="block semibold">{artist.en_name}</b>
								<small className="faint text-xs">{artist.sub_title ?? artist.native_name}</small>
							</span>
							{known.has(artist.artist_id) ? (
								'Added'
							) : artist.hidden ? (
								<TrailLink to={paths.one('artists', artist.artist_id)}>Hidden from fans</TrailLink>
							) : (
								<SendButton
									call={addEntries}
									input={{ params: { ranking_key: rankingKey }, body: { artist_ids: [artist.artist_id] } }}
									aria-label={`Add ${artist.en_name}`}
								>
									Add
								</SendButton>
							)}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}

/** Looks like a button and chooses a file. The browser's own input covers it, invisibly. */
const FileButton = ({ onFile }: { onFile: (file: File) => void }) => (
	<label className={buttonClass({ variant: 'quiet' }, 'file-button self-start relative clipped')}>
		<ConsoleIcon name="news" />
		Import a CSV file
		<input
			type="file"
			accept=".csv,.txt,text/csv"
			onChange={({ target }) => {
				const file = target.files?.[0];
				if (file) onFile(file);
				// The same file can be chosen again after it was fixed.
				target.value = '';
			}}
		/>
	</label>
);

interface ImportDialogProps {
	rankingKey: string;
	/** Reads files. The first one has been chosen already. */
	read: UseMutationResult<ReplyOf<typeof previewImport>, Error, File>;
	onClose: () => void;
}

function ImportDialog({ rankingKey, read, onClose }: ImportDialogProps) {
	const toast = useToast();
	const preview = read.data?.preview;
	const created = preview?.rows.filter(({ outcome }) => outcome === 'create').length ?? 0;
	const news = created + (preview?.rows.filter(({ outcome }) => outcome === 'enter').length ?? 0);
	const commit = useSend(commitImport, () => {
		toast(counted(news, 'artist added', 'artists added'), 'success');
		onClose();
	});
	const enter = () => preview && commit.mutate({ params: { ranking_key: rankingKey, import_id: preview.import_id } });
	return (
		<DialogBox
			title="Import entries"
			className="wide-dialog"
			action={`Add ${counted(news, 'artist')}`}
			disabled={!preview || preview.errors > 0 || news === 0}
			busy={commit.isPending}
			error={commit.error}
			onClose={onClose}
			onDo={enter}
		>
			<FileDrop
				label={preview ? 'Choose another file' : 'Choose a CSV file'}
				hint={`A column en_name or artist_id; at most ${formatNumber(ENTRIES_MAX)} rows and ${IMPORT_BYTES_MAX / 1024 / 1024} MB. New artists also need a column kind: group, song, or solo with gender and birthday (YYYY-MM-DD).`}
				accept=".csv,.txt,text/csv"
				busy={read.isPending}
				error={read.error ? errorText(read.error) : null}
				onFile={(file) => {
					commit.reset();
					read.mutate(file);
				}}
			/>
			{preview && <ImportPreview preview={preview} />}
		</DialogBox>
	);
}

/** Limits the rows shown, since a file may have three thousand. Invalid rows come first, so valid ones are hidden first. */
const ROWS_SHOWN = 200;

/** Previews an import row by row, with invalid rows first. */
function ImportPreview({ preview }: ReplyOf<typeof previewImport>) {
	const outcomes = {
		enter: preview.errors > 0 ? 'Would be added' : 'Will be added',
		create: preview.errors > 0 ? 'New: would be created' : 'New: will be created',
		already: 'Already in the ranking',
		unknown: 'No such artist',
		incomplete: 'New, but not complete',
		ambiguous: 'Several artists of that name',
		twice: 'Twice in the file',
		hidden: 'This artist is hidden',
		empty: 'This row is empty',
	};
	const isRight = (outcome: keyof typeof outcomes) => ['enter', 'create', 'already'].includes(outcome);
	const right = (outcome: string) => (outcome === 'already' || preview.errors > 0 ? 'neutral' : 'good');
	const toneOf = (outcome: keyof typeof outcomes) => (isRight(outcome) ? right(outcome) : 'bad');
	const rows = preview.rows.toSorted((one, other) => Number(isRight(one.outcome)) - Number(isRight(other.outcome)));
	return (
		<div className="import-preview mt-4">
			<output>
				{preview.errors > 0
					? `${counted(preview.errors, 'row')} cannot be added. Fix the file and choose it again. Nothing has been added.`
					: preview.encoding === 'CP949'
						? `${preview.file_name} was read as Korean (CP949). Check the names, or save the file as UTF-8.`
						: `${preview.file_name} (${preview.encoding}) is right.`}
			</output>
			<Table
				label="Rows of the file"
				rows={rows.slice(0, ROWS_SHOWN)}
				rowKey={(row) => row.row}
				columns={[
					{ key: 'row', header: 'Row', align: 'end', render: 'row' },
					{ key: 'text', header: 'Artist', strong: true, render: (row) => row.en_name ?? row.text },
					{
						key: 'outcome',
						header: 'Outcome',
						render: (row) => (
							<Tag tone={toneOf(row.outcome)}>
								{row.outcome === 'incomplete' && row.column ? `Check the column ${row.column}` : outcomes[row.outcome]}
							</Tag>
						),
					},
				]}
			/>
		</div>
	);
}
