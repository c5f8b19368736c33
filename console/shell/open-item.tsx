/** The open row of a list: its editor, and what follows from the contract for every item. */
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Asked, useRead } from '../lib/api/calls.tsx';
import type { RowOf } from '../lib/api/lists.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { AskFirst } from '../lib/dialogs/steps.tsx';
import { OnSite } from '../lib/elements/elements.tsx';
import type { EditorOf } from '../lib/form/editable.ts';
import { unsaved } from '../lib/form/unsaved.ts';
import { NEW, paths, type Section } from '../paths.ts';
import { Card, EditorPanel, WaitingCard } from './page.tsx';

/** What the contract says of it. An item without a `read` of its own is found in the list, which is read whole. */
export interface Listed {
	noun?: string;
	list: Endpoint;
	create?: Endpoint;
	read?: Endpoint;
	remove?: Endpoint | undefined;
}

export interface OpenItemProps<Of extends Listed> {
	of: Of;
	id: string;
	section: Section;
	rows: RowOf<Of['list']>[] | undefined;
	nameOf: (row: RowOf<Of['list']>) => string;
	newName: ReactNode;
	renderEditor: (props: EditorOf<RowOf<Of['list']>>) => ReactNode;
	/** Says whether it may be removed. */
	mayRemove?: (row: RowOf<Of['list']>) => boolean;
	/** Returns where fans see the item, or null if they do not. */
	onSite?: (row: RowOf<Of['list']>) => string | null;
}

export const idIn =
	({ noun = '' }: Listed) =>
	(row: object) =>
		(row as Record<string, string | number>)[`${noun}_id`] ?? '';

export function OpenItem<Of extends Listed>(props: OpenItemProps<Of>) {
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

type ItemProps<Of extends Listed> = OpenItemProps<Of> & { row: RowOf<Of['list']> | undefined };

function Item<Of extends Listed>(props: ItemProps<Of>) {
	const { of, id, row, section, nameOf, newName, renderEditor, onSite, mayRemove = () => true } = props;
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
	if (!stored && id !== NEW) {
		return <Card>This item no longer exists.</Card>;
	}
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
			{address !== null && <OnSite to={address} />}
		</EditorPanel>
	);
}
