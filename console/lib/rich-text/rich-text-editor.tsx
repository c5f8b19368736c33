/** The editor (Tiptap), in a separate bundle chunk. */
import { useLingui } from '@lingui/react/macro';
import { Image } from '@tiptap/extension-image';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useState } from 'react';
import { InsertPicture, LinkField, VideoField } from './insert-fields.tsx';
import { Clip, Video } from './video.ts';
import './rich-text.css';

interface Props {
	/** Id of the element that labels the field. */
	labelId: string;
	value: string;
	onChange: (html: string) => void;
	disabled: boolean;
}

const extensions = [
	StarterKit.configure({
		heading: { levels: [2, 3] },
		code: false,
		codeBlock: false,
		link: { openOnClick: false, autolink: false, protocols: ['https'] },
	}),
	Image,
	Video,
	Clip,
];

/** The initial text is read once. Key the component by the edited item. */
export default function RichTextEditor({ labelId, value, onChange, disabled }: Props) {
	const editor = useEditor({
		extensions,
		content: value,
		editable: !disabled,
		// The content-security policy allows only style files. rich-text.css holds the rules.
		injectCSS: false,
		editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId } },
		onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
	});
	useStoredText(editor, value);
	return (
		<div className="rich-text">
			{!disabled && <ToolBar editor={editor} />}
			<EditorContent editor={editor} />
		</div>
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
		{ name: t`Picture`, sign: t`Picture`, on: open === 'picture', run: () => toggle('picture') },
		{ name: t`Video`, sign: t`Video`, on: open === 'video', run: () => toggle('video') },
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
			{open === 'link' && <LinkField editor={editor} onDone={close} />}
			{open === 'picture' && <InsertPicture editor={editor} onDone={close} />}
			{open === 'video' && <VideoField editor={editor} onDone={close} />}
		</>
	);
}
