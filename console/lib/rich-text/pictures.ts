/** Pictures in the editor: one that is pasted or dropped waits as an element without an address until it is uploaded. */
import type { Editor } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { uploadPicture } from '#contract/operator/media.ts';
import { call } from '../api/calls.tsx';
import { cutOut, wholeOf } from '../media/cut.ts';
import { uploads } from '../media/uploads.ts';

export const Pictures = Image.extend({
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
export const withoutWaiting = (html: string): string => html.replaceAll(/<img\b[^<>]*\sdata-waiting=[^<>]*>/g, '');

/** Uploads a picture and gives the element that waits for it its address, in its own shape. @throws `Problem` */
export async function uploadInto(editor: Editor, waiting: string, file: File): Promise<void> {
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
