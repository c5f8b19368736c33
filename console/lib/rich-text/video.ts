/** Keeps an embedded player unchanged. The editor drops elements that no extension defines. */
import { Node } from '@tiptap/core';

export const Video = Node.create({
	name: 'video',
	group: 'block',
	atom: true,
	addAttributes: () => ({ src: {}, title: {}, width: {}, height: {} }),
	parseHTML: () => [{ tag: 'iframe[src]' }],
	// Shown as a word, because the page's policy lets no other site into a frame here.
	renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],
	addNodeView:
		() =>
		({ node }) => {
			const dom = document.createElement('p');
			dom.className = 'rich-text-video';
			dom.textContent = String(node.attrs['title'] ?? node.attrs['src']);
			return { dom };
		},
});
