/** The buttons above the text, and what they ask for: a link, a picture, a video, a table. */
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { playerAddress } from '#contract/values/video-address.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextInput } from '../elements/elements.tsx';
import { isLink } from '../form/contract-form.ts';
import { PICTURE_TYPES } from '../media/uploads.ts';

const cells = (type: string) => ({
	type: 'tableRow',
	content: [1, 2].map(() => ({ type, content: [{ type: 'paragraph' }] })),
});
const SMALL_TABLE = { type: 'table', content: [cells('tableHeader'), cells('tableCell')] };

interface Tool {
	name: string;
	sign: string;
	is: [name: string, attributes?: object] | null;
	run: () => void;
}

export function ToolBar({ editor, onFiles }: { editor: Editor; onFiles: (files: File[]) => void }) {
	const [open, setOpen] = useState<'link' | 'picture' | 'video' | null>(null);
	const toggle = (field: 'link' | 'picture' | 'video') => setOpen((now) => (now === field ? null : field));
	const close = () => setOpen(null);
	const line = () => editor.chain().focus();
	const heading = (level: 2 | 3): Tool => ({
		name: `Heading H${level}`,
		sign: `H${level}`,
		is: ['heading', { level }],
		run: () => line().toggleHeading({ level }).run(),
	});
	const tools: Tool[] = [
		{ name: 'Bold', sign: 'B', is: ['bold'], run: () => line().toggleBold().run() },
		{ name: 'Italic', sign: 'I', is: ['italic'], run: () => line().toggleItalic().run() },
		heading(2),
		heading(3),
		{ name: 'List', sign: '•', is: ['bulletList'], run: () => line().toggleBulletList().run() },
		{ name: 'List 1. 2. 3.', sign: '1.', is: ['orderedList'], run: () => line().toggleOrderedList().run() },
		{ name: 'Quote', sign: '“', is: ['blockquote'], run: () => line().toggleBlockquote().run() },
		{ name: 'Link', sign: 'Link', is: ['link'], run: () => toggle('link') },
		{
			name: 'Picture',
			sign: 'Picture',
			is: ['image'],
			run: () => (onPicture ? toggle('picture') : choosePictures(onFiles)),
		},
		{ name: 'Video', sign: 'Video', is: null, run: () => toggle('video') },
		{ name: 'Table', sign: 'Table', is: ['table'], run: () => inTable || line().insertContent(SMALL_TABLE).run() },
	];
	const active = useEditorState({
		editor,
		selector: ({ editor: now }) => tools.flatMap(({ name, is }) => (is && now.isActive(...is) ? [name] : [])),
	});
	const [inTable, onPicture] = [active.includes('Table'), active.includes('Picture')];
	const table = (command: typeof addRowAfter) => () =>
		line()
			.command(({ state, dispatch }) => command(state, dispatch))
			.run();
	const tableTools = [
		{ name: 'Add a row', run: table(addRowAfter) },
		{ name: 'Add a column', run: table(addColumnAfter) },
		{ name: 'Remove the row', run: table(deleteRow) },
		{ name: 'Remove the column', run: table(deleteColumn) },
		{ name: 'Remove the table', run: table(deleteTable) },
	];
	return (
		<>
			<div className="rich-text-tools flex wraps muted semibold text-s" role="toolbar" aria-label="Text">
				{tools.map((tool) => (
					<button
						key={tool.name}
						type="button"
						aria-label={tool.name}
						aria-pressed={active.includes(tool.name) || (tool.sign !== 'Link' && open === tool.name.toLowerCase())}
						// Keep the focus in the text, so that typing continues there.
						onMouseDown={(event) => event.preventDefault()}
						onClick={tool.run}
					>
						{tool.sign}
					</button>
				))}
			</div>
			{inTable && (
				<div className="rich-text-tools flex wraps muted semibold text-s" role="toolbar" aria-label="Table">
					{tableTools.map(({ name, run }) => (
						<button key={name} type="button" onMouseDown={(event) => event.preventDefault()} onClick={run}>
							{name}
						</button>
					))}
				</div>
			)}
			{open === 'link' && <LinkField editor={editor} onDone={close} />}
			{open === 'picture' && onPicture && <PictureText editor={editor} onDone={close} />}
			{open === 'video' && <VideoField editor={editor} onDone={close} />}
		</>
	);
}

function choosePictures(onFiles: (files: File[]) => void): void {
	const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept: PICTURE_TYPES });
	input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
	input.click();
}

interface Props {
	editor: Editor;
	onDone: () => void;
}

/** Puts a link or a video into the text. */
function LinkField({ editor, onDone }: Props) {
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
		<div className="rich-text-link stack gap-2">
			<TextInput
				label="Address"
				hint="Leave empty to remove the link."
				error={right ? null : 'Start the link with https:// or /'}
				value={address}
				onChange={(text) => setAddress(text.trim())}
			/>
			<Button variant="quiet" onClick={set}>
				Set the link
			</Button>
		</div>
	);
}

function VideoField({ editor, onDone }: Props) {
	const [address, setAddress] = useState('');
	const [title, setTitle] = useState('');
	const player = playerAddress(address);
	function insert() {
		if (player === null) return;
		const video = { type: 'video', attrs: { src: player, title: title.trim() || 'Video' } };
		// What was inserted last is selected: the next thing goes after it and does not replace it.
		editor.chain().focus().insertContentAt(editor.state.selection.to, video).run();
		onDone();
	}
	return (
		<div className="rich-text-link stack gap-2">
			<TextInput
				label="Address of the video"
				hint="On YouTube or Vimeo."
				error={address === '' || player !== null ? null : 'Only videos on YouTube and Vimeo can be shown'}
				value={address}
				onChange={(text) => setAddress(text.trim())}
			/>
			<TextInput label="What the video shows" hint={UNSEEN} value={title} onChange={setTitle} />
			<Button variant="quiet" disabled={player === null} onClick={insert}>
				Insert the video
			</Button>
		</div>
	);
}

const UNSEEN = 'For fans who cannot see it.';

/** What the selected picture shows. */
function PictureText({ editor, onDone }: Props) {
	const [alt, setAlt] = useState(String(editor.getAttributes('image')['alt'] ?? ''));
	function set() {
		editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run();
		onDone();
	}
	return (
		<div className="rich-text-link stack gap-2">
			<TextInput label="What the picture shows" hint={UNSEEN} value={alt} onChange={setAlt} />
			<Button variant="quiet" onClick={set}>
				Set the text
			</Button>
		</div>
	);
}
