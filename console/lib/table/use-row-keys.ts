/** Keys of a list: arrows move from row to row, Enter opens, x selects, Shift with an arrow extends, Escape clears. */
import { type FocusEvent, type KeyboardEvent, useState } from 'react';

interface Selectable {
	id: string;
	getIsSelected: () => boolean;
	toggleSelected: (value?: boolean) => void;
}

export function useRowKeys(rows: readonly Selectable[], canSelect: boolean, clear: () => void) {
	const [focused, setFocused] = useState<string | null>(null);
	const current = rows.some(({ id }) => id === focused) ? focused : (rows[0]?.id ?? null);

	function move(event: KeyboardEvent<HTMLElement>, from: number, to: number): void {
		const [here, next] = [rows[from], rows[Math.max(0, Math.min(rows.length - 1, to))]];
		if (!here || !next) return;
		event.preventDefault();
		setFocused(next.id);
		rowElement(event.currentTarget, next.id)?.focus();
		if (!event.shiftKey || !canSelect) return;
		here.toggleSelected(true);
		next.toggleSelected(true);
	}

	function press(event: KeyboardEvent<HTMLElement>): void {
		if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
		if (event.target.matches('select, textarea, input:not([type="checkbox"])')) return;
		const element = event.target.closest<HTMLElement>('tr[data-row]');
		const index = rows.findIndex(({ id }) => id === element?.dataset['row']);
		const row = rows[index];
		if (!element || !row) return;
		if (event.key === 'ArrowDown') move(event, index, index + 1);
		else if (event.key === 'ArrowUp') move(event, index, index - 1);
		else if (event.key === 'Home') move(event, index, 0);
		else if (event.key === 'End') move(event, index, rows.length - 1);
		else if (event.key === 'Enter' && event.target === element) linkOf(element)?.click();
		else if (event.key.toLowerCase() === 'x' && canSelect) row.toggleSelected();
		else if (event.key === 'Escape' && canSelect) clear();
	}

	const focus = (event: FocusEvent<HTMLElement>) => {
		const id = event.target.closest<HTMLElement>('tr[data-row]')?.dataset['row'];
		if (id !== undefined) setFocused(id);
	};
	return { current, body: { onKeyDown: press, onFocus: focus } };
}

const rowElement = (body: HTMLElement, id: string) =>
	[...body.querySelectorAll<HTMLElement>('tr[data-row]')].find(({ dataset }) => dataset['row'] === id);

/** The link that opens the row, or its only one. */
const linkOf = (row: HTMLElement) =>
	row.querySelector<HTMLElement>('a.table-link') ?? row.querySelector<HTMLElement>('a');
