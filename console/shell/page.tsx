/** Frame of a screen: the heading, the screen's purpose in a line, the actions, and the content. An editor is shown beside the list. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useDocumentTitle } from '#client/use-document-title.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { OneState, type Read, Waiting } from '../lib/lists/list-state.tsx';
import { useMay } from '../lib/session/operator.tsx';
import { usePurpose } from '../lib/sections.ts';
import { NEW, paths, type Section } from '../paths.ts';
import './page.css';

export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
	usePageTitle(title);
	const purpose = usePurpose();
	return (
		<>
			<div className="page-head">
				<div className="page-title">
					<h1>{title}</h1>
					{purpose === null ? null : <p className="page-purpose">{purpose}</p>}
				</div>
				{actions ? <div className="page-actions">{actions}</div> : null}
			</div>
			{children}
		</>
	);
}

/** A raised surface; `tight` for tables that reach its edges. */
export function Card({ title, tight = false, children }: { title?: ReactNode; tight?: boolean; children: ReactNode }) {
	return (
		<section className={`card${tight ? ' card-tight' : ''}`}>
			{title ? <h2 className="card-title">{title}</h2> : null}
			{children}
		</section>
	);
}

/** Stands for what a screen shows while it is loading, or if it could not be read. */
export const WaitingCard = ({ read }: { read: Read }) => (
	<Card>
		<Waiting read={read} />
	</Card>
);

interface ListWithEditorProps {
	list: ReactNode;
	/** The open item, or null. */
	editor: ReactNode;
	/** Set for items that need the whole width: a link back to the list, which is not shown beside them. */
	back?: ReactNode;
}

/** Shows the list and, beside it (below it on narrow screens), the open item. */
export function ListWithEditor({ list, editor, back }: ListWithEditorProps) {
	if (back && editor) {
		return (
			<div className="whole-width">
				{back}
				{editor}
			</div>
		);
	}
	return (
		<div className={editor ? 'list-with-editor' : undefined}>
			<div className="list-side">{list}</div>
			{editor}
		</div>
	);
}

/** Holds the open item. Takes the focus on mount, so that keyboards and phones reach it. Key it by the item. */
export function EditorPanel({ title, children }: { title: ReactNode; children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<section className="card editor-panel" aria-labelledby="editor-heading">
			<h2 id="editor-heading" ref={heading} tabIndex={-1}>
				{title}
			</h2>
			{children}
		</section>
	);
}

/** The button for a new item of a list, for operators who may make the call that creates it. */
export function NewLink({ list, call, children }: { list: Section; call: Endpoint; children: ReactNode }) {
	const may = useMay();
	if (!may(call)) return null;
	return (
		<Link className={buttonClass({})} to={paths.one(list, NEW)}>
			<ConsoleIcon name="plus" />
			{children}
		</Link>
	);
}

/** Titles the tab `Rankings · Console`. */
export function usePageTitle(text: string): void {
	const { t } = useLingui();
	useDocumentTitle(t`${text} · Console`);
}

/** A page's only card, until there is something to show. */
export const OneCard = ({ read }: Parameters<typeof OneState>[0]) => (
	<Card>
		<OneState read={read} />
	</Card>
);
