/** Where the next page of a list begins: the sort key of the last row, packed so that nobody builds upon its parts. */
import { Problem } from '#server/http/problem.ts';

type Part = string | number;

export function encodeCursor(parts: readonly Part[]): string {
	return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Null for none. @throws {Problem} for one that is not of these kinds */
export function readCursor(cursor: string | undefined, kinds: readonly ('string' | 'number')[]): Part[] | null {
	if (cursor === undefined || cursor === '') return null;
	const parts = parse(cursor);
	const fits =
		Array.isArray(parts) && parts.length === kinds.length && parts.every((part, index) => typeof part === kinds[index]);
	if (!fits) throw new Problem('invalid_request', { message: 'cursor: not one that this list gave' });
	return parts as Part[];
}

function parse(cursor: string): unknown {
	try {
		return JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return null;
	}
}

/** Of one row more than asked for: the page, and its last row where more follow. */
export function pageOf<Row>(rows: readonly Row[], limit: number): { list: Row[]; last: Row | null } {
	const list = rows.slice(0, limit);
	return { list, last: rows.length > limit ? (list.at(-1) ?? null) : null };
}
