/** Where the next page of a list begins: the sort key of the last row, packed so that nobody builds upon its parts. */
import { INTEGER_MAX } from '#contract/values/shapes.ts';
import { Problem } from './problem.ts';
import { isStorable } from '#contract/values/text.ts';

export type Part = string | number;

export interface PageRequest {
	cursor?: string | undefined;
	limit: number;
}
export interface Page<Row> {
	list: Row[];
	cursor: string | null;
}

/** Types of the columns with which the parts of a cursor are compared. */
type Kind = 'text' | 'smallint' | 'integer' | 'bigint';
const LARGEST = { smallint: 32_767, integer: INTEGER_MAX, bigint: Number.MAX_SAFE_INTEGER };

export const encodeCursor = (parts: readonly Part[]): string =>
	Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Null for none. @throws {Problem} for one that is not of these kinds */
export function readCursor(cursor: string | undefined, kinds: readonly Kind[]): Part[] | null {
	if (cursor === undefined || cursor === '') return null;
	const parts = parse(cursor);
	const fits =
		Array.isArray(parts) && parts.length === kinds.length && kinds.every((kind, index) => isOf(kind, parts[index]));
	if (!fits) throw new Problem('invalid_request', { message: 'cursor: not one that this list gave' });
	return parts as Part[];
}

/** Returns the number below which a fan's next page lies. The contract has checked that it is one. */
export const readNumberCursor = (cursor: string | undefined): number =>
	cursor ? Number(cursor) : Number.MAX_SAFE_INTEGER;

/** Anybody can write a cursor, so that its parts may be anything. */
function isOf(kind: Kind, part: unknown): part is Part {
	if (kind === 'text') return typeof part === 'string' && isStorable(part);
	return Number.isSafeInteger(part) && Math.abs(Number(part)) <= LARGEST[kind];
}

function parse(cursor: string): unknown {
	try {
		return JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return null;
	}
}

/** Splits `limit + 1` rows into the page and, if more rows follow, the last row of the page. */
export function pageOf<Row>(rows: readonly Row[], limit: number): { list: Row[]; last: Row | null } {
	const list = rows.slice(0, limit);
	return { list, last: rows.length > limit ? (list.at(-1) ?? null) : null };
}

/** `read` gets the sort key behind which the page lies, and one row more than it has. @throws {Problem} for a bad cursor */
export async function readPage<Row>(
	{ cursor, limit }: PageRequest,
	kinds: readonly Kind[],
	read: (after: Part[] | null, limit: number) => Promise<Row[]>,
	keyOf: (row: Row) => readonly Part[],
): Promise<Page<Row>> {
	const { list, last } = pageOf(await read(readCursor(cursor, kinds), limit + 1), limit);
	return { list, cursor: last && encodeCursor(keyOf(last)) };
}

/** The same for a list in the order of one number, beyond which the next page lies. */
export const readNumbered = <Row>(
	{ order, ...page }: PageRequest & { order?: 'asc' | 'desc' | undefined },
	read: (beyond: number, limit: number) => Promise<Row[]>,
	numberOf: (row: Row) => number,
): Promise<Page<Row>> =>
	readPage(
		page,
		['bigint'],
		(after, limit) => read(Number(after?.[0] ?? (order === 'asc' ? 0 : Number.MAX_SAFE_INTEGER)), limit),
		(row) => [numberOf(row)],
	);
