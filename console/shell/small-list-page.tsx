/** Screen for a list that is not paged: its table, and beside it the editor of the open row. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { type Asked, readOf } from '../lib/api/queries.ts';
import { OnSite } from '../lib/elements/on-site.tsx';
import type { EditorOf } from '../lib/form/editable.ts';
import { unsaved } from '../lib/form/unsaved.ts';
import type { DataColumn } from '../lib/table/column.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { NEW, paths } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, NewLink, Page } from './page.tsx';

/** Sections whose list is small and shown whole. */
type Section = 'incidents' | 'banners' | 'popUps' | 'views' | 'goods' | 'newsCategories';

const listNames = {
	incidents: 'incidents',
	banners: 'banners',
	popUps: 'pop-ups',
	views: 'views',
	goods: 'goods',
	newsCategories: 'news-categories',
} as const;

interface SmallListPageProps<E extends Endpoint, Row> {
	title: string;
	section: Section;
	call: E;
	/** How often (ms) others change the list. */
	refetchMs?: number;
	rowsOf: (reply: ReplyOf<E>) => Row[];
	idOf: (row: Row) => string | number;
	nameOf: (row: Row) => string;
	/** The first column links to the editor. */
	columns: readonly DataColumn<Row>[];
	/** The button for a new item is shown only to operators who may make this call. */
	create: Endpoint;
	newName: ReactNode;
	empty: ReactNode;
	renderEditor: (props: EditorOf<Row>) => ReactNode;
	/** Returns where fans see the item, or null if they do not. */
	onSite?: (row: Row) => string | null;
}

export function SmallListPage<E extends Endpoint, Row extends object>(props: SmallListPageProps<E, Row>) {
	const { title, section, rowsOf, idOf, nameOf, columns, create, newName, empty } = props;
	const { id } = useParams();
	const read = useQuery(readOf(props.call, {} as Asked<E>, { refetchInterval: props.refetchMs ?? false }));
	const rows = read.data && rowsOf(read.data);
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
				<NewLink list={section} call={create}>
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
							tools={{ list: listNames[section] }}
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

type OpenProps<E extends Endpoint, Row> = SmallListPageProps<E, Row> & { id: string; rows: Row[] };

function OpenEditor<E extends Endpoint, Row>(props: OpenProps<E, Row>) {
	const { id, rows, section, idOf, nameOf, newName, renderEditor, onSite } = props;
	const navigate = useNavigate();
	const row = rows.find((one) => String(idOf(one)) === id);
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
			{address !== null && <OnSite to={address} />}
		</EditorPanel>
	);
}
