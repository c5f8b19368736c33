/** Small parts of screens: links, facts, icons, thumbnails, what stands for a lost part. */
import type { ComponentProps, ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { pages, STATUS_PATH } from '#contract/pages.ts';
import { LostDialog } from '#ui/optional-part.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useSignedIn } from '../session/operator.tsx';
import type { Section } from '../../nouns.ts';
import './elements.css';

interface Props {
	to: To;
	children: ReactNode;
}

/** Opens the row that it stands in: the whole row is its target. */
export const RowLink = (props: Props) => <Link className="table-link" {...props} />;

/** In a row that has another link, or none. */
export const CellLink = (props: Props) => <Link className="cell-link" {...props} />;

/** Beside or below what a screen shows. */
export const TrailLink = (props: Props) => <Link className="trail-link target muted text-s" {...props} />;

export interface Fact {
	name: string;
	value: ReactNode;
	/** True if the value is long. */
	wide?: boolean;
}

/** A mail address breaks after its signs, before it breaks within a word. */
export function breaking(value: ReactNode): ReactNode {
	if (typeof value !== 'string' || !value.includes('@')) return value;
	return <span>{value.split(/(?<=[@.])/).map((part, index) => [index > 0 && <wbr key={index} />, part])}</span>;
}

/** Those that are said now. */
export const Facts = ({ facts }: { facts: readonly (Fact | false)[] }) => (
	<dl className="facts stack">
		{facts
			.filter((fact) => fact !== false)
			.map(({ name, value, wide }) => (
				<div key={name} className={wide ? 'min-0 fact-wide' : 'min-0'}>
					<dt className="faint text-xs semibold">{name}</dt>
					<dd>{breaking(value)}</dd>
				</div>
			))}
	</dl>
);

/** `done`: what is said once it is copied. */
export function useCopy(): (address: string, done?: string) => Promise<void> {
	const toast = useToast();
	return async (address, done = 'The address has been copied') => {
		try {
			await navigator.clipboard.writeText(address);
			toast(done, 'success');
		} catch {
			toast(`This browser does not let pages copy. Copy it yourself: ${address}`);
		}
	};
}

/** An address to be sent to somebody. */
export function CopiedAddress({ children, address }: { children?: ReactNode; address: string }) {
	const copy = useCopy();
	return (
		<p className="row wraps gap-2">
			{children} <code>{address}</code>
			<Button variant="quiet" onClick={() => void copy(address)}>
				Copy the address
			</Button>
		</p>
	);
}

/** `children`: what the file is called. */
export const Download = ({ href, children }: { href: string; children: ReactNode }) => (
	<a className={buttonClass({ variant: 'quiet' })} href={href} download>
		<ConsoleIcon name="down" />
		{children}
	</a>
);

export const LostPart = () => (
	<p className="faint text-s" role="alert">
		This part could not be loaded. Save your work, then reload the page.
	</p>
);

/** In place of a dialog. */
export function LostConsoleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const detail = 'Save your work, then reload the page.';
	return <LostDialog open={open} onClose={onClose} text="This dialog could not be loaded" detail={detail} />;
}

type Written<Field> = Omit<Field, 'onChange'> & { onChange: (text: string) => void };

/** A line, or several lines. */
export const TextInput = ({ onChange, ...field }: Written<ComponentProps<typeof TextField>>) => (
	<TextField {...field} onChange={({ target }) => onChange(target.value)} />
);
export const TextArea = ({ onChange, ...field }: Written<ComponentProps<typeof TextAreaField>>) => (
	<TextAreaField {...field} onChange={({ target }) => onChange(target.value)} />
);

/** A small round picture beside a name, or a `thumb` in a row. It is decorative: the text beside it names its subject. */
export const Face = ({ url, look = 'face' }: { url: string | null | undefined; look?: 'face' | 'thumb' }) =>
	url ? <img className={look} src={url} alt="" loading="lazy" /> : <span className={look} aria-hidden="true" />;

export type Looks<State extends string> = Readonly<Record<State, readonly [tone: TagTone, name: string]>>;

/** A state in a word. */
export function StateTag<State extends string>({ looks, state }: { looks: Looks<State>; state: State }) {
	const [tone, name] = looks[state];
	return <Tag tone={tone}>{name}</Tag>;
}

const shapes = {
	dashboard: `${square(4, 4)}${square(13, 4)}${square(4, 13)}${square(13, 13)}`,
	rankings: 'M5 20v-9M12 20V4M19 20v-6',
	artists: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6',
	news: 'M6 5h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 10h8M8 14h5',
	banners:
		'M5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-9A2.5 2.5 0 0 1 5.5 5zM4 17l5-5 4 4 3-3 4 4',
	popUps: 'M4 5h16v14H4zM4 9h16M15.5 12.5l-4 4M11.5 12.5l4 4',
	views: 'M7 3.5h10a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM8.5 7h7v5h-7zM8.5 15.5h7',
	entryCards:
		'M5.5 6h13A2.5 2.5 0 0 1 21 8.5v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-8A2.5 2.5 0 0 1 5.5 6zM3 11h18',
	settings:
		'M15.2 12a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
	operators: 'M12 15.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.8 12.2 20 3M16 7l3.5 3.5',
	audit: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 7.5V12l3 2',
	newsCategories: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
	goods: 'M5 8h14l1 12H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
	checkIn: 'M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M8.5 3v4M15.5 3v4',
	fans: 'M12.5 9a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20c.8-3.6 3.3-5.2 6.5-5.2s5.7 1.6 6.5 5.2M15.5 5.8a3.5 3.5 0 0 1 0 6.4M18 15.4c1.9.8 3.1 2.3 3.5 4.6',
	orders: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 9h5M9.5 13h5',
	votes: 'M4 20V10M9.5 20V4M15 20v-6M20 20v-9M3 20h18',
	cases: 'M12 3.5 19 6v6c0 4-3 7-7 8.5C8 19 5 16 5 12V6zM12 8v4.5M12 15.8v.1',
	voteLog: 'M7.5 3.5h9a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM9 8.5h6M9 12.5h6M9 16.5h3',
	incidents: 'M12 4 21 19.5H3zM12 10v4.5M12 17v.1',
	approvals: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM8 12.5l2.8 2.8L16 9.5',
	calendar:
		'M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M8.5 3v4M15.5 3v4M8 14h3M13.5 14h2.5',
	plus: 'M12 5v14M5 12h14',
	pause: 'M9 6v12M15 6v12',
	resume: 'M8 5.5v13l10-6.5z',
	copy: 'M9 9h10v10H9zM5 15V5h10',
	trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
	down: 'M12 4v12M6.5 11.5 12 17l5.5-5.5M5 20h14',
};

export type ConsoleIconName = keyof typeof shapes | Section;

const shapeOf = new Map(Object.entries(shapes));

export const ConsoleIcon = ({ name }: { name: ConsoleIconName }) => (
	<svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
		<path d={shapeOf.get(name) ?? shapes.newsCategories} />
	</svg>
);

function square(x: number, y: number): string {
	return `M${x + 1.5} ${y}h4a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5h-4a1.5 1.5 0 0 1-1.5-1.5v-4a1.5 1.5 0 0 1 1.5-1.5z`;
}

export const siteAddress = {
	chart: (tab: string) => `${pages.leaderboard}?${new URLSearchParams({ main_tab: tab }).toString()}`,
	article: (id: number) => pages.article.replace(':news_id', String(id)),
	category: (key: string) => `${pages.news}?${new URLSearchParams({ category: key }).toString()}`,
	artist: (id: number) => pages.artist.replace(':artist_id', String(id)),
	view: (id: string) => pages.view.replace(':id', id),
	home: pages.home,
	store: pages.store,
	status: STATUS_PATH,
};

export function OnSite({ to }: { to: string }) {
	const { site } = useSignedIn();
	return (
		<a className="trail-link target muted text-s" href={`${site.origin}${to}`} target="_blank" rel="noreferrer">
			View on site
		</a>
	);
}

const visibilities = {
	visible: ['good', 'Visible'],
	scheduled: ['warning', 'Scheduled'],
	hidden: ['neutral', 'Draft'],
	off: ['neutral', 'Hidden'],
	over: ['neutral', 'Over'],
} as const;

/** Says whether fans can see an item. */
export const VisibilityTag = ({ visibility }: { visibility: keyof typeof visibilities }) => (
	<StateTag looks={visibilities} state={visibility} />
);

const RELEASE_MS = 60_000;

/** Hands a file over to the browser, which saves it. */
export function saveFile(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// Some browsers read the file only after this task.
	setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}
