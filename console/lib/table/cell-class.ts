import type { DataColumn } from './column.ts';

export function cellClass<Row>({ align, room, strong, fixed }: DataColumn<Row>): string | undefined {
	const names = [align && 'table-end', room && `data-${room}-room`, strong && 'table-strong', fixed && 'data-fixed'];
	return names.filter(Boolean).join(' ') || undefined;
}
