/** Frame of a screen: the heading, the screen's purpose in a line, the actions, and the content. An editor is shown beside the list. */
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { useDocumentTitle } from '#client/use-document-title.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { type ApprovalKind, listApprovals } from '#contract/operator/approvals.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { readOf } from '../lib/api/calls.tsx';
import { ConsoleIcon, TrailLink } from '../lib/elements/elements.tsx';
import { Waiting } from '../lib/lists/list-state.tsx';
import { useSection } from '../lib/sections.ts';
import { useDateTime, useMay } from '../lib/session/operator.tsx';
import { NEW, nouns, paths, type Section } from '../nouns.ts';
import './page.css';

/** `title`: if not the name of the section. */
export function Page({ actions, children, ...props }: { title?: string; actions?: ReactNode; children: ReactNode }) {
	const { name, purpose } = useSection();
	const title = props.title ?? name;
	usePageTitle(title);
	return (
		<>
			<div className="page-head row wraps gap-3">
				<div className="page-title min-0">
					<h1>{title}</h1>
					<p className="page-purpose muted mt-1">{purpose}</p>
				</div>
				{actions ? <div className="page-actions row wraps gap-2 push">{actions}</div> : null}
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

/** A page's only card, until there is something to show. */
export const WaitingCard = ({ read }: Parameters<typeof Waiting>[0]) => (
	<Card>
		<Waiting read={read} />
	</Card>
);

/** Holds the open item. Takes the focus on mount, so that keyboards and phones reach it. Key it by the item. */
export function EditorPanel({ title, children }: { title: ReactNode; children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<section className="card editor-panel stack gap-4 min-0" aria-labelledby="editor-heading">
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
	useDocumentTitle(`${text} · Console`);
}

/** Leads back to the list of the section. */
export function BackLink() {
	const { section, name } = useSection();
	return <TrailLink to={paths[section]}>{`All ${name.toLowerCase()}`}</TrailLink>;
}

interface OnePageProps {
	/** Name and value of its key, as requests name it. */
	of: readonly [key: string, id: string | number];
	title: string;
	read: Parameters<typeof Waiting>[0]['read'];
	/** What is known of it, and the steps. Undefined until it is read. */
	first: ReactNode;
	children: ReactNode;
}

/** The page of one item: what waits for another operator, what is known, and its audit trail. */
export function OnePage({ of: [key, id], title, read, first, children }: OnePageProps) {
	const [noun = ''] = nouns[useSection().section].thing ?? [];
	return (
		<Page title={title} actions={<BackLink />}>
			{first ? (
				<>
					<Card>
						<WaitsNotice name={key} value={id} />
						{first}
						<TrailLink to={paths.auditOf(`${noun}:${id}`)}>{`Audit trail of this ${noun}`}</TrailLink>
					</Card>
					{children}
				</>
			) : (
				<WaitingCard read={read} />
			)}
		</Page>
	);
}

/** A screen that is a list, or the item that the address names. */
export const listOrOne = (List: ComponentType, One: ComponentType<{ id: string }>) =>
	function Screen() {
		const { id } = useParams();
		return id === undefined ? <List /> : <One key={id} id={id} />;
	};

type Props =
	| {
			/** Name and value by which a request names the thing: `goods_id`, `ranking_key`, `trade_no`, `fan_id`, `case_id`. */
			name: string;
			value: string | number;
	  }
	/** Where there is one thing of the kind. */
	| { kind: ApprovalKind };

export function WaitsNotice(about: Props) {
	const dateTime = useDateTime();
	const { data } = useQuery(waitingQuery);
	const request = waitingIn(data).find(({ kind, payload }) =>
		'kind' in about ? kind === about.kind : namesIt(payload, about.name, about.value),
	);
	if (!request) return null;
	return (
		<output className="note block mb-4 rounded tone-2">
			A change waits for another operator: {request.asked_by.email} asked for it on {dateTime(request.asked_time)}.{' '}
			<Link to={paths.approvals}>See the request</Link>
		</output>
	);
}

/** A price of a ranking is nested by whether it creates or edits the ranking. Fans may be several: `fan_ids`. */
function namesIt(payload: unknown, name: string, value: string | number): boolean {
	const fields = Object(payload) as Record<string, unknown>;
	return [fields, Object(fields['edit']) as Record<string, unknown>].some((one) =>
		[one[name], one[`${name}s`]].flat().includes(value),
	);
}

const AGE_MS = 60_000;

export const waitingQuery = readOf(listApprovals, { query: {} }, { staleTime: AGE_MS, refetchInterval: AGE_MS });

/** Of the latest approval requests, those that still wait: they matter beside the thing that they change. */
export const waitingIn = (latest: ReplyOf<typeof listApprovals> | undefined) =>
	(latest?.list ?? []).filter(({ status }) => status === 'waiting');
