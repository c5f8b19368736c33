/** Screen for a list that is not paged: its table, and beside it the editor of the open row. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText } from '../lib/api/error-text.tsx';
import { type Asked, readOf, useSend } from '../lib/api/queries.ts';
import { OnSite } from '../lib/elements/on-site.tsx';
import type { EditorOf } from '../lib/form/editable.ts';
import { unsaved } from '../lib/form/unsaved.ts';
import { useMay } from '../lib/session/operator.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { NEW, nameOf as listOf, paths, type Section } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, NewLink, Page } from './page.tsx';

/** What the contract says of it. */
interface Listed {
	noun: string;
	list: Endpoint;
	create: Endpoint;
	remove?: Endpoint | undefined;
}

/** Its list is the only part of the reply. */
type RowOf<Of extends Listed> =
	ReplyOf<Of['list']> extends infer Reply
		? { [Name in keyof Reply]: Reply[Name] extends readonly (infer Row)[] ? Row : never }[keyof Reply] & object
		: never;

interface SmallListPageProps<Of extends Listed> {
	of: Of;
	title: string;
	section: Section;
	/** How often (ms) others change the list. */
	refetchMs?: number;
	nameOf: (row: RowOf<Of>) => string;
	/** The first column links to the editor. */
	columns: readonly DataColumn<RowOf<Of>>[];
	newName: ReactNode;
	empty: ReactNode;
	renderEditor: (props: EditorOf<RowOf<Of>>) => ReactNode;
	/** Says whether it may be removed. */
	mayRemove?: (row: RowOf<Of>) => boolean;
	/** Returns where fans see the item, or null if they do not. */
	onSite?: (row: RowOf<Of>) => string | null;
}

export function SmallListPage<Of extends Listed>(props: SmallListPageProps<Of>) {
	const { of, title, section, nameOf, columns, newName, empty } = props;
	const { id } = useParams();
	const read = useQuery(readOf(of.list, {} as Asked<Endpoint>, { refetchInterval: props.refetchMs ?? false }));
	const [rows] = Object.values(Object(read.data) as Record<string, RowOf<Of>[]>);
	const idOf = idIn(of);
	const { search } = useLocation();
	const linked = withLinks(columns, nameOf, (row) => ({ pathname: paths.one(section, idOf(row)), search }));
	// The order of the server, unless a column is chosen.
	const view = useTableView<string>(
		Object.fromEntries([['usual', 'asc'], ...linked.map(({ sortAs = '' }) => [sortAs, 'asc'])]),
	);
	return (
		<Page
			title={title}
			actions={
				<NewLink list={section} call={of.create}>
					{newName}
				</NewLink>
			}
		>
			<ListWithEditor
				list={
					<Card tight>
						<DataTable
							label={title}
							rows={rows}
							rowKey={idOf}
							nameOf={nameOf}
							isOpen={(row) => String(idOf(row)) === id}
							columns={linked}
							view={view}
							read={read}
							nothing={<Empty lit={false} title={empty} />}
							tools={{ list: listOf(section) }}
						/>
					</Card>
				}
				editor={id !== undefined && rows ? <OpenEditor key={id} {...props} id={id} rows={rows} /> : null}
			/>
		</Page>
	);
}

/** The first cell's content becomes the link that opens the row. */
function withLinks<Row>(
	columns: readonly DataColumn<Row>[],
	nameOf: (row: Row) => string,
	address: (row: Row) => { pathname: string; search: string },
): DataColumn<Row>[] {
	return columns.map((column, index) =>
		index > 0
			? column
			: {
					sortAs: 'name',
					compareBy: nameOf,
					...column,
					opens: address,
				},
	);
}

const idIn =
	({ noun }: Listed) =>
	(row: object) =>
		(row as Record<string, string | number>)[`${noun}_id`] ?? '';

type OpenProps<Of extends Listed> = SmallListPageProps<Of> & { id: string; rows: RowOf<Of>[] };

function OpenEditor<Of extends Listed>(props: OpenProps<Of>) {
	const { of, id, rows, section, nameOf, newName, renderEditor, onSite, mayRemove = () => true } = props;
	const navigate = useNavigate();
	const row = rows.find((one) => String(idIn(of)(one)) === id);
	const [last, setLast] = useState(row);
	if (row && row !== last) setLast(row);
	// What somebody else has deleted stays as long as there are unsaved changes.
	const stored = row ?? (unsaved.size > 0 ? last : undefined);
	const address = stored ? (onSite?.(stored) ?? null) : null;
	const toList = () => {
		if (!stored) void navigate(paths[section]);
	};
	if (!stored && id !== NEW) {
		return (
			<Card>
				<Trans>This item no longer exists.</Trans>
			</Card>
		);
	}
	return (
		<EditorPanel title={stored ? nameOf(stored) : newName}>
			{renderEditor({ stored, onSaved: toList, onDiscarded: toList })}
			{stored && of.remove && mayRemove(stored) && (
				<Remove call={of.remove} id={[`${of.noun}_id`, id]} name={nameOf(stored)} list={section} />
			)}
			{address !== null && <OnSite to={address} />}
		</EditorPanel>
	);
}

function Remove(props: { call: Endpoint; id: [name: string, value: string]; name: string; list: Section }) {
	const { call, id, name, list } = props;
	const { t } = useLingui();
	const may = useMay();
	const toast = useToast();
	const navigate = useNavigate();
	const remove = useSend(call, () => {
		toast(t`${name} has been removed`, 'success');
		void navigate(paths[list]);
	});
	if (!may(call)) return null;
	return (
		<>
			<ErrorText error={remove.error} />
			<Button
				variant="line"
				busy={remove.isPending}
				onClick={() => remove.mutate({ params: Object.fromEntries([id]) } as Asked<Endpoint>)}
			>
				<Trans>Remove</Trans>
			</Button>
		</>
	);
}
