/** The editor (Tiptap), in a separate bundle chunk. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Node } from '@tiptap/core';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables';
import { StarterKit } from '@tiptap/starter-kit';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { isLink } from '../form/fields.tsx';
import { type Picture, PictureField } from '../media/picture-field.tsx';
import { playerAddress } from '#contract/values/video-address.ts';
import { useErrorText } from '../api/error-text.tsx';
import { cleanPasted, type LeftOut } from './pasted.ts';
import { Pictures, uploadInto } from './pictures.ts';
import { tables } from './tables.ts';
import './rich-text.css';

interface RichTextEditorProps {
	/** Id of the element that labels the field. */
	labelId: string;
	value: string;
	onChange: (html: string) => void;
	disabled: boolean;
}

const cells = (type: string) => ({
	type: 'tableRow',
	content: [1, 2].map(() => ({ type, content: [{ type: 'paragraph' }] })),
});
const SMALL_TABLE = { type: 'table', content: [cells('tableHeader'), cells('tableCell')] };

/** Shown as a word, because the page's policy lets no other site into a frame here. */
function asWord({ node }: { node: { attrs: Record<string, unknown> } }) {
	const dom = document.createElement('p');
	dom.className = 'rich-text-video';
	dom.textContent = String(node.attrs['title'] ?? node.attrs['src']);
	return { dom };
}

/** Keeps embedded players and films unchanged. The editor drops elements that no extension defines. */
const kept = (name: string, tag: 'iframe' | 'video', more: object = {}) =>
	Node.create({
		name,
		group: 'block',
		atom: true,
		addAttributes: () => ({ src: {}, title: {}, width: {}, height: {}, ...more }),
		parseHTML: () => [{ tag: `${tag}[src]` }],
		renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes],
		addNodeView: () => asWord,
	});

const extensions = [
	StarterKit.configure({
		heading: { levels: [2, 3, 4] },
		code: false,
		codeBlock: false,
		link: { openOnClick: false, autolink: false, protocols: ['https'] },
	}),
	Pictures,
	...tables,
	kept('video', 'iframe'),
	kept('clip', 'video', { poster: {} }),
];

/** What became of the last text or files that were pasted or dropped. */
interface Taken extends LeftOut {
	uploading: number;
	uploaded: number;
	/** A sentence for each picture that was refused. */
	refused: string[];
}

const NOTHING_LEFT_OUT: LeftOut = { pictures: 0, videos: 0, links: 0 };

/** The initial text is read once. Key the component by the edited item. */
export default function RichTextEditor({ labelId, value, onChange, disabled }: RichTextEditorProps) {
	const textOf = useErrorText();
	const [taken, setTaken] = useState<Taken | null>(null);
	const editor: Editor = useEditor({
		extensions,
		content: value,
		editable: !disabled,
		// The content-security policy allows only style files. rich-text.css holds the rules.
		injectCSS: false,
		editorProps: {
			attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId },
			transformPastedHTML(html) {
				const { html: cleaned, leftOut, files } = cleanPasted(html);
				void upload(files, leftOut);
				return cleaned;
			},
			handlePaste: (_view, { clipboardData }) => takesFiles(clipboardData),
			handleDrop(view, event) {
				const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
				return takesFiles(event.dataTransfer, place?.pos);
			},
		},
		onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
	});
	useStoredText(editor, value);

	/** Files alone. A browser would open one that is dropped in place of the page. */
	function takesFiles(data: DataTransfer | null, place?: number): boolean {
		const given = [...(data?.files ?? [])];
		const text = data?.getData('text/html').replaceAll(/<style\b.*?<\/style>|<[^<>]*>/gis, '') ?? '';
		if (given.length === 0 || text.trim() !== '') return false;
		const files = new Map(given.map((file) => [crypto.randomUUID(), file]));
		const pictures = [...files.keys()].map((waiting) => ({ type: 'image', attrs: { waiting } }));
		editor.commands.insertContentAt(place ?? editor.state.selection.to, pictures);
		void upload(files, NOTHING_LEFT_OUT);
		return true;
	}

	async function upload(files: ReadonlyMap<string, File>, leftOut: LeftOut): Promise<void> {
		let now: Taken = { ...leftOut, uploading: files.size, uploaded: 0, refused: [] };
		setTaken(now);
		for (const [waiting, file] of files) {
			const refused = await uploadInto(editor, waiting, file).then(
				() => [],
				(error: unknown) => [`${file.name}: ${textOf(error)}`],
			);
			const uploaded = now.uploaded + 1 - refused.length;
			now = { ...now, uploading: now.uploading - 1, uploaded, refused: [...now.refused, ...refused] };
			setTaken(now);
		}
	}

	return (
		<div className="rich-text">
			{!disabled && <ToolBar editor={editor} />}
			<output className="rich-text-notice">{taken && <PasteNotice taken={taken} />}</output>
			<EditorContent editor={editor} />
		</div>
	);
}

/** Says what of a pasted text fans would not see, and what to do. */
function PasteNotice({ taken: { pictures, videos, links, uploading, uploaded, refused } }: { taken: Taken }) {
	return (
		<>
			{uploading > 0 && (
				<p>
					<Plural value={uploading} one="# picture is uploaded …" other="# pictures are uploaded …" />
				</p>
			)}
			{uploaded > 0 && (
				<p>
					<Plural value={uploaded} one="# picture was added." other="# pictures were added." />{' '}
					<Trans>Say what it shows: select it and press “Picture”.</Trans>
				</p>
			)}
			{refused.map((sentence) => (
				<p key={sentence}>{sentence}</p>
			))}
			{pictures > 0 && (
				<p>
					<Plural value={pictures} one="# picture was left out." other="# pictures were left out." />{' '}
					<Trans>Copy and paste each one by itself, or save it as a file and drop it here.</Trans>
				</p>
			)}
			{videos > 0 && (
				<p>
					<Plural value={videos} one="# embedded part was left out." other="# embedded parts were left out." />{' '}
					<Trans>Only videos on YouTube and Vimeo can be shown</Trans>
				</p>
			)}
			{links > 0 && (
				<p>
					<Plural value={links} one="# link was left out." other="# links were left out." />{' '}
					<Trans>Start the link with https:// or /</Trans>
				</p>
			)}
		</>
	);
}

/** Replaces the editor's text when it changes from outside: after a discard or a reload. */
function useStoredText(editor: Editor, value: string): void {
	const [known, setKnown] = useState(value);
	if (known === value) return;
	setKnown(value);
	const shown = editor.isEmpty ? '' : editor.getHTML();
	if (shown !== value) queueMicrotask(() => editor.commands.setContent(value, { emitUpdate: false }));
}

function ToolBar({ editor }: { editor: Editor }) {
	const { t } = useLingui();
	const [open, setOpen] = useState<'link' | 'picture' | 'video' | null>(null);
	const toggle = (field: 'link' | 'picture' | 'video') => setOpen((now) => (now === field ? null : field));
	const close = () => setOpen(null);
	const on = useEditorState({
		editor,
		selector: ({ editor: now }) => ({
			bold: now.isActive('bold'),
			italic: now.isActive('italic'),
			h2: now.isActive('heading', { level: 2 }),
			h3: now.isActive('heading', { level: 3 }),
			bullets: now.isActive('bulletList'),
			numbers: now.isActive('orderedList'),
			quote: now.isActive('blockquote'),
			link: now.isActive('link'),
			picture: now.isActive('image'),
			table: now.isActive('table'),
		}),
	});
	const line = () => editor.chain().focus();
	const tools = [
		{ name: t`Bold`, sign: 'B', on: on.bold, run: () => line().toggleBold().run() },
		{ name: t`Italic`, sign: 'I', on: on.italic, run: () => line().toggleItalic().run() },
		{ name: t`Heading H2`, sign: 'H2', on: on.h2, run: () => line().toggleHeading({ level: 2 }).run() },
		{ name: t`Heading H3`, sign: 'H3', on: on.h3, run: () => line().toggleHeading({ level: 3 }).run() },
		{ name: t`List`, sign: '•', on: on.bullets, run: () => line().toggleBulletList().run() },
		{ name: t`List 1. 2. 3.`, sign: '1.', on: on.numbers, run: () => line().toggleOrderedList().run() },
		{ name: t`Quote`, sign: '“', on: on.quote, run: () => line().toggleBlockquote().run() },
		{ name: t`Link`, sign: t`Link`, on: on.link, run: () => toggle('link') },
		{ name: t`Picture`, sign: t`Picture`, on: open === 'picture' || on.picture, run: () => toggle('picture') },
		{ name: t`Video`, sign: t`Video`, on: open === 'video', run: () => toggle('video') },
		{
			name: t`Table`,
			sign: t`Table`,
			on: on.table,
			run: () =>
				line()
					.insertContent(on.table ? [] : SMALL_TABLE)
					.run(),
		},
	];
	const table = (command: typeof addRowAfter) => () =>
		line()
			.command(({ state, dispatch }) => command(state, dispatch))
			.run();
	const tableTools = [
		{ name: t`Add a row`, run: table(addRowAfter) },
		{ name: t`Add a column`, run: table(addColumnAfter) },
		{ name: t`Remove the row`, run: table(deleteRow) },
		{ name: t`Remove the column`, run: table(deleteColumn) },
		{ name: t`Remove the table`, run: table(deleteTable) },
	];
	return (
		<>
			<div className="rich-text-tools" role="toolbar" aria-label={t`Text`}>
				{tools.map((tool) => (
					<button
						key={tool.name}
						type="button"
						aria-label={tool.name}
						aria-pressed={tool.on}
						// Keep the focus in the text, so that typing continues there.
						onMouseDown={(event) => event.preventDefault()}
						onClick={tool.run}
					>
						{tool.sign}
					</button>
				))}
			</div>
			{on.table && (
				<div className="rich-text-tools" role="toolbar" aria-label={t`Table`}>
					{tableTools.map(({ name, run }) => (
						<button key={name} type="button" onMouseDown={(event) => event.preventDefault()} onClick={run}>
							{name}
						</button>
					))}
				</div>
			)}
			{open === 'link' && <LinkField editor={editor} onDone={close} />}
			{open === 'picture' &&
				(on.picture ? (
					<PictureText editor={editor} onDone={close} />
				) : (
					<InsertPicture editor={editor} onDone={close} />
				))}
			{open === 'video' && <VideoField editor={editor} onDone={close} />}
		</>
	);
}

interface Props {
	editor: Editor;
	onDone: () => void;
}

/** Puts a link, a picture or a video into the text. */
function LinkField({ editor, onDone }: Props) {
	const { t } = useLingui();
	const present: unknown = editor.getAttributes('link')['href'];
	const [address, setAddress] = useState(typeof present === 'string' ? present : '');
	const right = isLink(address);
	function set() {
		if (!right) return;
		const line = editor.chain().focus().extendMarkRange('link');
		if (address === '') line.unsetLink().run();
		else line.setLink({ href: address }).run();
		onDone();
	}
	return (
		<div className="rich-text-link">
			<TextField
				label={t`Address`}
				hint={t`Leave empty to remove the link.`}
				error={right ? null : t`Start the link with https:// or /`}
				value={address}
				onChange={(event) => setAddress(event.target.value.trim())}
			/>
			<Button variant="quiet" onClick={set}>
				{t`Set the link`}
			</Button>
		</div>
	);
}

function VideoField({ editor, onDone }: Props) {
	const { t } = useLingui();
	const [address, setAddress] = useState('');
	const [title, setTitle] = useState('');
	const player = playerAddress(address);
	function insert() {
		if (player === null) return;
		insertAfter(editor, { type: 'video', attrs: { src: player, title: title.trim() || t`Video` } });
		onDone();
	}
	return (
		<div className="rich-text-link">
			<TextField
				label={t`Address of the video`}
				hint={t`On YouTube or Vimeo.`}
				error={address === '' || player !== null ? null : t`Only videos on YouTube and Vimeo can be shown`}
				value={address}
				onChange={(event) => setAddress(event.target.value.trim())}
			/>
			<TextField
				label={t`What the video shows`}
				hint={t`For fans who cannot see it.`}
				value={title}
				onChange={(event) => setTitle(event.target.value)}
			/>
			<Button variant="quiet" disabled={player === null} onClick={insert}>
				{t`Insert the video`}
			</Button>
		</div>
	);
}

function InsertPicture({ editor, onDone }: Props) {
	const { t } = useLingui();
	const [picture, setPicture] = useState<Picture | null>(null);
	const [alt, setAlt] = useState('');
	function insert() {
		if (picture === null) return;
		const src = picture.url.replace(/\/\d+\.webp$/, '/1280.webp');
		insertAfter(editor, { type: 'image', attrs: { src, alt: alt.trim() } });
		onDone();
	}
	return (
		<div className="rich-text-link">
			<PictureField label={t`Picture in the text`} shape={[16, 9]} value={picture} onChange={setPicture} />
			<TextField
				label={t`What the picture shows`}
				hint={t`For fans who cannot see it.`}
				value={alt}
				onChange={(event) => setAlt(event.target.value)}
			/>
			<Button variant="quiet" disabled={picture === null} onClick={insert}>
				{t`Insert the picture`}
			</Button>
		</div>
	);
}

/** What the selected picture shows. */
function PictureText({ editor, onDone }: Props) {
	const { t } = useLingui();
	const [alt, setAlt] = useState(String(editor.getAttributes('image')['alt'] ?? ''));
	function set() {
		editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run();
		onDone();
	}
	return (
		<div className="rich-text-link">
			<TextField
				label={t`What the picture shows`}
				hint={t`For fans who cannot see it.`}
				value={alt}
				onChange={(event) => setAlt(event.target.value)}
			/>
			<Button variant="quiet" onClick={set}>
				{t`Set the text`}
			</Button>
		</div>
	);
}

/** What was inserted last is selected: the next thing goes after it and does not replace it. */
function insertAfter(editor: Editor, content: { type: string; attrs: Record<string, string> }): void {
	editor.chain().focus().insertContentAt(editor.state.selection.to, content).run();
}
