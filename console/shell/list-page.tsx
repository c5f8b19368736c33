/** Screen for a list, with search, filters and order in the address, and beside it the editor of the open row. */
import { type ReactNode, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isLocalTime } from '#contract/values/local-time.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import type { Asked } from '../lib/api/calls.tsx';
import { type RowOf, useList } from '../lib/api/lists.ts';
import type { Edited } from '../lib/form/contract-form.ts';
import type { EditorOf } from '../lib/form/editable.ts';
import { timeErrors } from '../lib/form/field-errors.ts';
import { ChoiceField, DayField } from '../lib/form/fields.tsx';
import { type EditsOf, ItemEditor, type ItemEditorProps } from '../lib/form/item-editor.tsx';
import { NoResults, useAddressSearch, withParams } from '../lib/lists/list-state.tsx';
import type { BulkAction } from '../lib/table/bulk-action.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import type { DataColumn, ListExport, Order } from '../lib/table/table.tsx';
import { nouns } from '../nouns.ts';
import { nameOf as listOf, paths, type Section } from '../paths.ts';
import { idIn, type Listed, OpenItem, type OpenItemProps } from './open-item.tsx';
import { Card, ListWithEditor, NewLink, Page } from './page.tsx';

interface Filter {
	/** In the address, and in the query unless that has another name for it. */
	name: string;
	as?: string;
	label: string;
	/** Beside any. A filter without options is a day. */
	options?: readonly (readonly [string, ReactNode])[];
}

interface ListPageProps<Of extends Listed> extends Partial<Omit<OpenItemProps<Of>, 'of' | 'id' | 'section' | 'rows'>> {
	of: Of;
	section: Section;
	/** How often (ms) others change the list. */
	refetchMs?: number;
	/** The sorts of the server with their natural order, the usual one first. Without them, the list is read whole. */
	sorts?: Record<string, Order>;
	/** Label of the search field. Left out for lists without a search. */
	search?: string;
	filters?: readonly Filter[];
	/** If the key is not called by the noun. */
	rowKey?: (row: RowOf<Of['list']>) => string | number;
	nameOf: (row: RowOf<Of['list']>) => string;
	/** The first column opens the item, and says its name unless it says something else. */
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
	above?: ReactNode;
	/** From the first page of the list. */
	renderAbove?: (first: ReplyOf<Of['list']>) => ReactNode;
	/** The open item, if not the panel of `renderEditor`. */
	editor?: ReactNode;
	/** True for items that need the whole width: a link leads back to the list, which is not shown beside them. */
	wide?: true;
}

type AnyItem = ItemEditorProps<Edited, { version: number }>;

export function ListPage<Of extends Listed>(props: ListPageProps<Of>) {
	const { of, section, sorts, filters = [], file, none, hint, newName, nameOf, wide } = props;
	const title = nouns[section].name;
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
	const columns = first ? [{ opens, strong: true, render: nameOf, ...byName, ...first }, ...others] : [];
	// The order of the server, unless a column is chosen.
	const own = [['usual', 'asc'], ...columns.map(({ sortAs = '' }) => [sortAs, 'asc'])] as [string, Order][];
	const view = useTableView<string>(sorts ?? Object.fromEntries(own));
	const [address, setAddress] = useSearchParams();
	const chosen = filters.map(({ name, options }) => {
		const value = address.get(name) ?? '';
		return options?.some(([one]) => one === value) === false ? '' : value;
	});
	const query = sorts && {
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
			<ListWithEditor
				list={
					<>
						{props.above ?? read.data?.pages.slice(0, 1).map((page) => props.renderAbove?.(page))}
						<Card tight>
							<DataTable
								label={title}
								rows={rows}
								rowKey={rowKey}
								nameOf={nameOf}
								isOpen={(row) => String(rowKey(row)) === id}
								view={view}
								read={read}
								nothing={
									<NoResults words={props.nonePlain ? '' : words} onClear={() => setWords('')} none={none}>
										{hint}
									</NoResults>
								}
								actions={props.bulk}
								filters={filters.map((filter, index) => (
									<FilterField
										key={filter.name}
										{...filter}
										value={chosen[index] ?? ''}
										onChange={(value) => setAddress(withParams({ [filter.name]: value }), { replace: true })}
									/>
								))}
								tools={{ list: listOf(section), file: file && { ...file, filter: query ?? {} } }}
								columns={columns}
							/>
						</Card>
					</>
				}
				back={wide && paths[section]}
				editor={props.editor ?? opened}
			/>
		</Page>
	);
}

/** A filter without options is a day. */
const isDay = (value: string) => value === '' || isLocalTime(`${value}T00:00`);

function FilterField({ label, options, ...field }: Filter & { value: string; onChange: (value: string) => void }) {
	const { value, onChange } = field;
	if (!options) return <DayFilter label={label} value={value} onChange={onChange} />;
	return <ChoiceField label={label} value={value} options={[['', 'Any'], ...options]} onChange={onChange} />;
}

/** The address follows once a day is typed: a field that were bound to it would lose digits while the router renders. */
export function DayFilter({
	label,
	value,
	onChange,
}: {
	label: string;
	value: string;
	onChange: (value: string) => void;
}) {
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
