/** The editor (Tiptap), in a separate bundle chunk. */
import { mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { uploadPicture } from '#contract/operator/media.ts';
import { RAW_MAX } from '#contract/operator/shapes.ts';
import { call, errorText } from '../api/calls.tsx';
import { counted } from '../format/values.ts';
import { cutOut, uploads, wholeOf } from '../media/uploads.ts';
import { cleanPasted, type LeftOut } from './pasted.ts';
import { ToolBar } from './tool-bar.tsx';
import './rich-text.css';

interface RichTextEditorProps {
	/** Id of the element that labels the field. */
	labelId: string;
	value: string;
	onChange: (html: string) => void;
	disabled: boolean;
}

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
	const [taken, setTaken] = useState<Taken | null>(null);
	const shown = useRef(value);
	const editor: Editor = useEditor({
		extensions,
		content: withoutWaiting(value),
		editable: !disabled,
		// The content-security policy allows only style files. rich-text.css holds the rules.
		injectCSS: false,
		editorProps: {
			attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId },
			transformPastedHTML(html) {
				const { html: cleaned, leftOut, files } = cleanPasted(html);
				const fitting = whatFits(cleaned);
				if (fitting === cleaned) void upload(files, leftOut);
				return fitting;
			},
			transformPastedText: (text) => whatFits(text, text.replaceAll(/[\r\n]+/g, '</p><p>').length),
			// Nothing to paste replaces nothing.
			handlePaste: (_view, { clipboardData }, slice) => takesFiles(clipboardData) || slice.size === 0,
			// A picture that is moved within the text comes with a file of its own.
			handleDrop(view, event, _slice, moved) {
				if (moved) return false;
				const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
				return takesFiles(event.dataTransfer, place?.pos);
			},
		},
		onUpdate({ editor: changed }) {
			const html = changed.isEmpty ? '' : changed.getHTML();
			shown.current = html;
			onChange(html);
		},
	});
	// With the drawing itself: what is typed between it and a later effect would be newer than `value`, and lost to it.
	useLayoutEffect(() => {
		if (shown.current === value) return;
		// It was changed from outside: by a discard or a reload.
		shown.current = value;
		editor.commands.setContent(value, { emitUpdate: false });
	}, [editor, value]);

	/** Thousands of paragraphs would make each key slow, and could not be stored: each line of a plain text is one. */
	function whatFits(text: string, length = text.length): string {
		if (length <= RAW_MAX) return text;
		const [given, most] = [length, RAW_MAX].map(formatNumber);
		const refused = [`The text has ${given} characters with its markup, and ${most} fit: paste it in parts.`];
		setTaken({ ...NOTHING_LEFT_OUT, uploading: 0, uploaded: 0, refused });
		return '';
	}

	/** Files alone. A browser would open one that is dropped in place of the page. */
	function takesFiles(data: DataTransfer | null, place?: number): boolean {
		const given = [...(data?.files ?? [])];
		const text = data?.getData('text/html').replaceAll(/<style\b.*?<\/style>|<[^<>]*>/gis, '') ?? '';
		if (given.length === 0 || text.trim() !== '') return false;
		insertFiles(given, place);
		return true;
	}

	/** In their own shape. */
	function insertFiles(given: readonly File[], place = editor.state.selection.to): void {
		const files = new Map(given.map((file) => [crypto.randomUUID(), file]));
		const pictures = [...files.keys()].map((waiting) => ({ type: 'image', attrs: { waiting } }));
		editor.commands.insertContentAt(place, pictures);
		void upload(files, NOTHING_LEFT_OUT);
	}

	async function upload(files: ReadonlyMap<string, File>, leftOut: LeftOut): Promise<void> {
		let now: Taken = { ...leftOut, uploading: files.size, uploaded: 0, refused: [] };
		setTaken(now);
		for (const [waiting, file] of files) {
			const refused = await uploadInto(editor, waiting, file).then(
				() => [],
				(error: unknown) => [`${file.name}: ${errorText(error)}`],
			);
			const uploaded = now.uploaded + 1 - refused.length;
			now = { ...now, uploading: now.uploading - 1, uploaded, refused: [...now.refused, ...refused] };
			setTaken(now);
		}
	}

	return (
		<div className="rich-text">
			{!disabled && <ToolBar editor={editor} onFiles={insertFiles} />}
			<output className="rich-text-notice block muted text-s">{taken && <PasteNotice taken={taken} />}</output>
			<EditorContent editor={editor} />
		</div>
	);
}

const SAY_WHAT = 'Say what it shows: select it and press “Picture”.';

/** Says what of a pasted text fans would not see, and what to do. */
function PasteNotice({ taken: { pictures, videos, links, uploading, uploaded, refused } }: { taken: Taken }) {
	const said = (count: number, one: string, many: string, next = '') =>
		count > 0 ? [`${counted(count, one, many)} ${next}`] : [];
	const leftOut = (count: number, one: string, next: string) =>
		said(count, `${one} was left out.`, `${one}s were left out.`, next);
	const sentences = [
		...said(uploading, 'picture is uploaded …', 'pictures are uploaded …'),
		...said(uploaded, 'picture was added.', 'pictures were added.', SAY_WHAT),
		...refused,
		...leftOut(pictures, 'picture', 'Copy and paste each one by itself, or save it as a file and drop it here.'),
		...leftOut(videos, 'embedded part', 'Only videos on YouTube and Vimeo can be shown'),
		...leftOut(links, 'link', 'Start the link with https:// or /'),
	];
	return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

const Pictures = Image.extend({
	addAttributes() {
		return {
			...this.parent?.(),
			waiting: {
				default: null,
				parseHTML: (element: HTMLElement) => element.getAttribute('data-waiting'),
				renderHTML: ({ waiting }: { waiting: string | null }) => (waiting === null ? {} : { 'data-waiting': waiting }),
			},
		};
	},
	parseHTML: () => [{ tag: 'img[src]:not([src^="data:"])' }, { tag: 'img[data-waiting]' }],
});

/** A text that was stored during an upload: its pictures wait for nothing any more. */
const withoutWaiting = (html: string): string => html.replaceAll(/<img\b[^<>]*\sdata-waiting=[^<>]*>/g, '');

/** Uploads a picture and gives the element that waits for it its address, in its own shape. @throws `Problem` */
async function uploadInto(editor: Editor, waiting: string, file: File): Promise<void> {
	uploads.inTexts.add(waiting);
	try {
		const part = await wholeOf(file);
		const { url, width, height } = await call(uploadPicture, {}, { file: part ? await cutOut(file, part) : file });
		const src = url.replace(/\/\d+\.webp$/, '/1280.webp');
		change(editor, waiting, { src, width, height, waiting: null });
	} catch (error) {
		change(editor, waiting, null);
		throw error;
	} finally {
		uploads.inTexts.delete(waiting);
	}
}

/** Null removes the element. It may be gone: the operator goes on writing during an upload. */
function change(editor: Editor, waiting: string, attrs: Record<string, unknown> | null): void {
	if (editor.isDestroyed) return;
	const { doc, tr } = editor.state;
	doc.descendants((node, place) => {
		if (node.attrs['waiting'] !== waiting) return;
		if (attrs) tr.setNodeMarkup(place, null, { ...node.attrs, ...attrs });
		else tr.delete(place, place + node.nodeSize);
	});
	// Undo takes the picture away, and does not make it wait again.
	if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
}

declare module '@tiptap/core' {
	interface NodeConfig {
		/** What ProseMirror's commands take a node for. */
		tableRole?: string;
	}
}

const Table = Node.create({
	name: 'table',
	group: 'block',
	content: 'tableRow+',
	tableRole: 'table',
	isolating: true,
	parseHTML: () => [{ tag: 'table' }],
	renderHTML: () => ['table', ['tbody', 0]],
	extendNodeSchema: ({ config }: { config: { tableRole?: string } }) => ({ tableRole: config.tableRole }),
	addKeyboardShortcuts() {
		const go = (direction: 1 | -1) => () => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
		return { Tab: go(1), 'Shift-Tab': go(-1) };
	},
	addProseMirrorPlugins: () => [tableEditing()],
});

const TableRow = Node.create({
	name: 'tableRow',
	content: '(tableCell | tableHeader)*',
	tableRole: 'row',
	parseHTML: () => [{ tag: 'tr' }],
	renderHTML: () => ['tr', 0],
});

/** A spreadsheet's cell may reach to its last column or row, and the editor keeps a place for each. */
const SPAN_MAX = 100;

const span = (name: 'colSpan' | 'rowSpan') => ({
	default: 1,
	parseHTML(cell: HTMLTableCellElement) {
		if (cell[name] > 0 && cell[name] <= SPAN_MAX) return cell[name];
		const rows = name === 'colSpan' ? [...(cell.closest('table')?.rows ?? [])] : [];
		return Math.max(1, ...rows.map(({ cells }) => cells.length));
	},
});

const cell = (name: string, tag: 'td' | 'th', tableRole: string) =>
	Node.create({
		name,
		content: 'block+',
		tableRole,
		isolating: true,
		addAttributes: () => ({
			colspan: span('colSpan'),
			rowspan: span('rowSpan'),
			colwidth: { default: null, rendered: false },
		}),
		parseHTML: () => [{ tag }],
		renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
	});

const tables = [Table, TableRow, cell('tableCell', 'td', 'cell'), cell('tableHeader', 'th', 'header_cell')];

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
