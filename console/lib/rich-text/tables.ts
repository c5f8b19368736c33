/** Tables in the editor: the nodes that ProseMirror's own commands for tables expect, without widths of columns. */
import { mergeAttributes, Node } from '@tiptap/core';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';

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

const cell = (name: string, tag: 'td' | 'th', tableRole: string) =>
	Node.create({
		name,
		content: 'block+',
		tableRole,
		isolating: true,
		addAttributes: () => ({
			colspan: { default: 1 },
			rowspan: { default: 1 },
			colwidth: { default: null, rendered: false },
		}),
		parseHTML: () => [{ tag }],
		renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
	});

export const tables = [Table, TableRow, cell('tableCell', 'td', 'cell'), cell('tableHeader', 'th', 'header_cell')];
