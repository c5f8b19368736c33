/** Screen for a list, with search, filters and order in the address, and beside it the editor of the open row. */
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { isLocalTime } from '#contract/values/local-time.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { type Asked, unsaved, useRead } from '../lib/api/calls.tsx';
import { AskFirst } from '../lib/dialogs/dialogs.tsx';
import { OnSite, TrailLink } from '../lib/elements/elements.tsx';
import { type Edited, timeErrors } from '../lib/form/contract-form.ts';
import type { EditorOf } from '../lib/form/editable.ts';
import { ChoiceField, DayField } from '../lib/form/fields.tsx';
import { type EditsOf, ItemEditor, type ItemEditorProps } from '../lib/form/item-editor.tsx';
import { useSection } from '../lib/sections.ts';
import { NoResults, type RowOf, useAddressSearch, useAddressText, useList } from '../lib/lists/list-state.tsx';
import { DataTable } from '../lib/table/data-table.tsx';
import { type BulkAction, type DataColumn, type ListExport, type Order, useTableView } from '../lib/table/table.tsx';
import { nameOf as listOf, NEW, nouns, paths } from '../nouns.ts';
import { BackLink, Card, EditorPanel, NewLink, Page, WaitingCard, WaitsNotice } from './page.tsx';

interface Filter {
	/** In the address, and in the query unless that has another name for it. */
	name: string;
	as?: string;
	label: string;
	/** Beside any. A filter without options is a day. */
	options?: readonly (readonly [string, ReactNode])[];
	any?: string;
}

interface ListPageProps<Of extends Listed> extends Partial<Omit<OpenItemProps<Of>, 'of' | 'id' | 'rows'>> {
	of: Of;
	/** How often (ms) others change the list. */
	refetchMs?: number;
	/** The sorts of the server with their natural order, the usual one first. Without them, the list is read whole. */
	sorts?: Record<string, Order>;
	/** Label of the search field. Left out for lists without a search. */
	search?: string;
	filters?: readonly Filter[];
	/** What else the query asks for. */
	query?: object;
	/** If the key is not called by the noun. */
	rowKey?: (row: RowOf<Of['list']>) => string | number;
	nameOf: (row: RowOf<Of['list']>) => string;
	/** The first column opens the item, and says its name unless it says something else. Not without a noun. */
	columns: readonly DataColumn<RowOf<Of['list']>>[];
	/** What an empty list says, what the list is for, and the next step. */
	none: ReactNode;
	hint?: ReactNode;
	/** True if the list says the same when a search finds nothing. */
	nonePlain?: boolean;
	/** What its editor says of its fields, if that is all of it. */
	edits?: Of extends Edited ? EditsOf<Of, RowOf<Of['list']>> : never;
	bulk?: readonly BulkAction<RowOf<Of['list']>>[];
	file?: Omit<ListExport, 'filter'>;
	/** Beside the search. */
	actions?: ReactNode;
	/** Puts something around the list. */
	renderList?: (list: ReactNode) => ReactNode;
	/** Beside the filters. */
	renderNarrowed?: (first: RowOf<Of['list']> | undefined) => ReactNode;
	/** Above the list: from what it asks for, and its first page. */
	renderAbove?: (query: object, first: ReplyOf<Of['list']> | undefined) => ReactNode;
	/** The open item, if not the panel of `renderEditor`. */
	editor?: ReactNode;
	/** True for items that need the whole width: a link leads back to the list, which is not shown beside them. */
	wide?: true;
}

type AnyItem = ItemEditorProps<Edited, { version: number }>;

export function ListPage<Of extends Listed>(props: ListPageProps<Of>) {
	const { of, sorts, filters = [], file, none, hint, newName, nameOf, wide } = props;
	const { section, name: title } = useSection();
	const { rowKey = idIn(of), edits } = props;
	const renderEditor =
		props.renderEditor ??
		(edits && ((editor: EditorOf<unknown>) => <ItemEditor {...({ ...editor, ...edits, of } as unknown as AnyItem)} />));
	const { id } = useParams();
	const { search: inAddress } = useLocation();
	const { words, setWords, search } = useAddressSearch();
	const [first, ...others] = props.columns;
	// The list beside the editor stays as it is.
	const kept = renderEditor && !wide ? inAddress : '';
	const opens = (row: RowOf<Of['list']>) => ({ pathname: paths.one(section, rowKey(row)), search: kept });
	const byName = sorts ? {} : { sortAs: 'name', compareBy: nameOf };
	const columns =
		of.noun && first ? [{ opens, strong: true, render: nameOf, ...byName, ...first }, ...others] : props.columns;
	// The order of the server, unless a column is chosen.
	const own = [['usual', 'asc'], ...columns.map(({ sortAs = '' }) => [sortAs, 'asc'])] as [string, Order][];
	const view = useTableView(sorts ?? Object.fromEntries(own));
	const [address] = useSearchParams();
	const chosen = filters.map(({ name, options }) => {
		const value = address.get(name) ?? '';
		return options?.some(([one]) => one === value) === false ? '' : value;
	});
	const query = sorts && {
		...props.query,
		search: search || undefined,
		sort: Object.keys(sorts).length > 1 ? view.sort : undefined,
		order: view.order,
		...Object.fromEntries(
			filters.map(({ name, as = name, options }, index) => {
				const value = chosen[index] ?? '';
				return [as, (options || isDay(value)) && value !== '' ? value : undefined];
			}),
		),
	};
	const { read, rows } = useList<Of['list']>(of.list, { query } as Asked<Of['list']>, {
		refetchInterval: props.refetchMs,
	});
	const isBeside = id === undefined || !wide;
	const opened = id !== undefined && renderEditor && (
		<OpenItem<Of> key={id} {...props} newName={newName} renderEditor={renderEditor} id={id} rows={rows} />
	);
	const editor = props.editor ?? opened;
	const list = (
		<Card tight>
			<DataTable
				label={title}
				rows={rows}
				rowKey={rowKey}
				nameOf={nameOf}
				isOpen={(row) => String(rowKey(row)) === id}
				view={view}
				read={read}
				empty={
					<NoResults words={props.nonePlain ? '' : words} onClear={() => setWords('')} none={none}>
						{hint}
					</NoResults>
				}
				actions={props.bulk}
				filters={
					<>
						{filters.map((filter, index) => (
							<FilterField key={filter.name} {...filter} value={chosen[index] ?? ''} />
						))}
						{props.renderNarrowed?.(rows?.[0])}
					</>
				}
				tools={{ list: listOf(section), file: file && { ...file, filter: query ?? {} } }}
				columns={columns}
			/>
		</Card>
	);
	return (
		<Page
			actions={
				<>
					{props.search !== undefined && isBeside && (
						<SearchField label={props.search} value={words} onChange={setWords} />
					)}
					{props.actions}
					{of.create && newName && (
						<NewLink list={section} call={of.create}>
							{newName}
						</NewLink>
					)}
				</>
			}
		>
			{wide && editor ? (
				<div className="whole-width stack one-column gap-2">
					<BackLink />
					{editor}
				</div>
			) : (
				// On narrow screens, the open item is below the list.
				<div className={editor ? 'list-with-editor stack align-start gap-4' : undefined}>
					<div className="list-side min-0">
						{props.renderAbove?.(query ?? {}, read.data?.pages[0])}
						{props.renderList?.(list) ?? list}
					</div>
					{editor}
				</div>
			)}
		</Page>
	);
}

const isDay = (value: string) => value === '' || isLocalTime(`${value}T00:00`);

function FilterField({ name, label, options, any = 'Any', value }: Filter & { value: string }) {
	const [, onChange] = useAddressText(name);
	if (!options) return <DayFilter label={label} value={value} onChange={onChange} />;
	return <ChoiceField label={label} value={value} options={[['', any], ...options]} onChange={onChange} />;
}

/** The address follows once a day is typed: a field that were bound to it would lose digits while the router renders. */
function DayFilter({ label, ...field }: { label: string; value: string; onChange: (value: string) => void }) {
	const { value, onChange } = field;
	const [typed, setTyped] = useState(value);
	const [sent, setSent] = useState(value);
	const [known, setKnown] = useState(value);
	if (known !== value) {
		setKnown(value);
		// Another link to the same screen, or Back, brought another day.
		if (value !== sent) setTyped(value);
	}
	function type(day: string) {
		setTyped(day);
		if (!isDay(day)) return;
		setSent(day);
		onChange(day);
	}
	return <DayField label={label} value={typed} error={isDay(typed) ? null : timeErrors.outside} onChange={type} />;
}

/** What the contract says of it. An item without a `read` of its own is found in the list, which is read whole. */
interface Listed {
	noun?: string;
	list: Endpoint;
	create?: Endpoint;
	read?: Endpoint;
	remove?: Endpoint | undefined;
}

interface OpenItemProps<Of extends Listed> {
	of: Of;
	id: string;
	rows: RowOf<Of['list']>[] | undefined;
	nameOf: (row: RowOf<Of['list']>) => string;
	newName: ReactNode;
	renderEditor: (props: EditorOf<RowOf<Of['list']>>) => ReactNode;
	/** Says whether it may be removed, if not as soon as fans do not see it. */
	mayRemove?: (row: RowOf<Of['list']>) => boolean;
	/** Returns where fans see the item, or null if they do not. */
	onSite?: (row: RowOf<Of['list']>) => string | null;
}

const idIn =
	({ noun = '' }: Listed) =>
	(row: object) =>
		(row as Record<string, string | number>)[`${noun}_id`] ?? (row as Record<string, string>)[`${noun}_key`] ?? '';

const isOffline = (row: { hidden?: boolean; withdrawn?: boolean }) => row.hidden ?? row.withdrawn ?? true;

function OpenItem<Of extends Listed>(props: OpenItemProps<Of>) {
	const { of, id, rows } = props;
	if (of.read && id !== NEW) return <ReadItem {...props} read={of.read} />;
	if (!of.read && !rows) return null;
	return <Item {...props} row={rows?.find((one) => String(idIn(of)(one)) === id)} />;
}

function ReadItem<Of extends Listed>({ read: call, ...props }: OpenItemProps<Of> & { read: Endpoint }) {
	const read = useRead(call, { params: { [`${props.of.noun}_id`]: props.id } } as Asked<Endpoint>);
	const row = itemIn(read.data) as RowOf<Of['list']> | undefined;
	return row ? <Item {...props} row={row} /> : <WaitingCard read={read} />;
}

const itemIn = (reply: unknown) => Object.values(Object(reply) as Record<string, object>)[0];

function Item<Of extends Listed>(props: OpenItemProps<Of> & { row: RowOf<Of['list']> | undefined }) {
	const { of, id, row, nameOf, newName, renderEditor, onSite, mayRemove = isOffline } = props;
	const { section } = useSection();
	const { thing } = nouns[section];
	const navigate = useNavigate();
	const [last, setLast] = useState(row);
	if (row && row !== last) setLast(row);
	// What somebody else has deleted stays as long as there are unsaved changes.
	const stored = row ?? (unsaved.size > 0 ? last : undefined);
	const address = stored ? (onSite?.(stored) ?? null) : null;
	const toList = () => {
		if (!stored) void navigate(paths[section]);
	};
	// What is read by itself is shown once it is stored, the others in the list.
	const toStored = (reply: unknown) => {
		if (!stored && of.read) void navigate(paths.one(section, idIn(of)(itemIn(reply) ?? {})));
		else toList();
	};
	if (!stored && id !== NEW) return <Card>This item no longer exists.</Card>;
	return (
		<EditorPanel title={stored ? nameOf(stored) : newName}>
			{stored && <WaitsNotice name={`${of.noun}_id`} value={idIn(of)(stored)} />}
			{renderEditor({ stored, onSaved: toStored, onDiscarded: toList })}
			{stored && of.remove && mayRemove(stored) && (
				<AskFirst
					call={of.remove}
					input={{ params: { [`${of.noun}_id`]: id } } as Asked<Endpoint>}
					label="Delete"
					title={`Delete ${nameOf(stored)}?`}
					text="It is gone for good."
					dangerous
					done={`${nameOf(stored)} has been deleted`}
					onSent={() => void navigate(paths[section])}
				/>
			)}
			{stored && (
				<p>
					{address !== null && <OnSite to={address} />}
					{thing && (
						<TrailLink
							to={paths.auditOf(`${thing[0]}:${idIn(of)(stored)}`)}
						>{`Audit trail of this ${thing[1].replace(' #', '')}`}</TrailLink>
					)}
				</p>
			)}
		</EditorPanel>
	);
}
