/** Screen for a list that is read page by page: search, filters and order stand in the address. */
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ListName } from '#contract/operator/lists/saved-views.ts';
import { isLocalTime } from '#contract/values/local-time.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { type RowOf, useList } from '../lib/api/lists.ts';
import type { Asked } from '../lib/api/queries.ts';
import { useTimeErrorText } from '../lib/form/field-errors.ts';
import { ChoiceField, DayField } from '../lib/form/fields.tsx';
import { useAddressSearch, withParams } from '../lib/lists/address-state.ts';
import { NoResults } from '../lib/lists/list-state.tsx';
import type { BulkAction } from '../lib/table/bulk-action.ts';
import type { DataColumn, ListExport, Order } from '../lib/table/column.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { Card, ListWithEditor, Page } from './page.tsx';

interface Filter {
	/** In the address, and in the query unless that has another name for it. */
	name: string;
	as?: string;
	label: string;
	/** The first one is that of an address without the filter. A filter without options is a day. */
	options?: readonly (readonly [string, ReactNode])[];
}

interface ListPageProps<E extends Endpoint> {
	title: string;
	list: ListName;
	call: E;
	/** The sorts of the list with their natural order. The first is used where the address says nothing. */
	sorts: Record<string, Order>;
	/** Label of the search field. Left out for lists without a search. */
	search?: string;
	filters?: readonly Filter[];
	rowKey: (row: RowOf<E>) => string | number;
	nameOf: (row: RowOf<E>) => string;
	columns: readonly DataColumn<RowOf<E>>[];
	/** What an empty list says, what the list is for, and the next step. */
	none: ReactNode;
	hint: ReactNode;
	/** True if the list says the same when a search finds nothing. */
	nonePlain?: boolean;
	bulk?: readonly BulkAction<RowOf<E>>[];
	file?: Omit<ListExport, 'filter'>;
	/** Beside the search. */
	actions?: ReactNode;
	above?: ReactNode;
	/** The open item, or null. `back` as in `<ListWithEditor>`. */
	editor?: ReactNode;
	back?: ReactNode;
}

export function ListPage<E extends Endpoint>(props: ListPageProps<E>) {
	const { title, call, list, sorts, filters = [], file, none, hint } = props;
	const { id } = useParams();
	const { words, setWords, search } = useAddressSearch();
	const view = useTableView(sorts);
	const [address, setAddress] = useSearchParams();
	const chosen = filters.map(({ name, options }) => {
		const value = address.get(name) ?? '';
		return options?.some(([one]) => one === value) === false ? '' : value;
	});
	const query = {
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
	const { read, rows } = useList(call, { query } as Asked<E>);
	const isBeside = id === undefined || !props.back;
	return (
		<Page
			title={title}
			actions={
				<>
					{props.search !== undefined && isBeside && (
						<SearchField label={props.search} value={words} onChange={setWords} />
					)}
					{props.actions}
				</>
			}
		>
			<ListWithEditor
				list={
					<>
						{props.above}
						<Card tight>
							<DataTable
								label={title}
								rows={rows}
								rowKey={props.rowKey}
								nameOf={props.nameOf}
								isOpen={(row) => String(props.rowKey(row)) === id}
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
								tools={{ list, file: file && { ...file, filter: query } }}
								columns={props.columns}
							/>
						</Card>
					</>
				}
				back={props.back}
				editor={props.editor}
			/>
		</Page>
	);
}

/** A filter without options is a day. */
const isDay = (value: string) => value === '' || isLocalTime(`${value}T00:00`);

function FilterField({ label, options, ...field }: Filter & { value: string; onChange: (value: string) => void }) {
	const { value, onChange } = field;
	if (!options) return <DayFilter label={label} value={value} onChange={onChange} />;
	return <ChoiceField label={label} value={value} options={options} onChange={onChange} />;
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
	const textOf = useTimeErrorText();
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
	return <DayField label={label} value={typed} error={isDay(typed) ? null : textOf('outside')} onChange={type} />;
}
