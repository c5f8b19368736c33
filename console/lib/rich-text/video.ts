/** Keeps embedded players and films unchanged. The editor drops elements that no extension defines. */
import { Node } from '@tiptap/core';

const attributes = () => ({ src: {}, title: {}, width: {}, height: {} });

/** Shown as a word, because the page's policy lets no other site into a frame here. */
function asWord({ node }: { node: { attrs: Record<string, unknown> } }) {
	const dom = document.createElement('p');
	dom.className = 'rich-text-video';
	dom.textContent = String(node.attrs['title'] ?? node.attrs['src']);
	return { dom };
}

export const Video = Node.create({
	name: 'video',
	group: 'block',
	atom: true,
	addAttributes: attributes,
	parseHTML: () => [{ tag: 'iframe[src]' }],
	renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],
	addNodeView: () => asWord,
});

export const Clip = Node.create({
	name: 'clip',
	group: 'block',
	atom: true,
	addAttributes: () => ({ ...attributes(), poster: {} }),
	parseHTML: () => [{ tag: 'video[src]' }],
	renderHTML: ({ HTMLAttributes }) => ['video', HTMLAttributes],
	addNodeView: () => asWord,
});
