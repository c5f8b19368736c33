/** Names and addresses of fans: hidden from viewers, and on record when anybody reads them. */
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { insertRead, type ReadAction } from './sql.ts';

/** The operator who reads. `readsPersonalData` allows them to see personal data in full. */
export interface Reader extends Actor {
	readsPersonalData: boolean;
}

const HIDDEN = '•••';
const startOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0x2022);

/** The first letter: enough to compare with what a fan says of themselves. */
export function maskName(name: string | null): string | null {
	return name === null ? null : `${startOf(name)}${HIDDEN}`;
}

/** Its domain too: it may be the person's own. */
export function maskEmail(email: string | null): string | null {
	return email === null ? null : `${startOf(email)}${HIDDEN}@${HIDDEN}`;
}

export interface Read {
	action: ReadAction;
	/** `noun:id`, or the list. */
	target: string;
	/**
	 * Fans whose data a list showed. The search text is not stored: it may be an email address, and the trail is kept
	 * forever.
	 */
	fanIds?: readonly number[];
}

/** Records a read, at most once an hour per target: open screens read again and again. */
export async function recordRead(db: Database, { operatorId, readsPersonalData }: Reader, read: Read): Promise<void> {
	const { action, target, fanIds } = read;
	if (fanIds?.length === 0) return;
	const after = { masked: !readsPersonalData, ...(fanIds ? { fan_ids: [...new Set(fanIds)] } : {}) };
	await insertRead(db, operatorId, { action, target, after });
}

/** Shows a list of fans' data: on record, and masked for operators who may not read it. */
export async function showFans<Row extends { fan_id: number }, Shown extends { list: Row[] }>(
	db: Database,
	reader: Reader,
	read: Omit<Read, 'fanIds'>,
	page: Shown & { list: Row[] },
	mask: (row: Row) => Row,
): Promise<Shown> {
	await recordRead(db, reader, { ...read, fanIds: page.list.map(({ fan_id: fanId }) => fanId) });
	return reader.readsPersonalData ? page : { ...page, list: page.list.map(mask) };
}

/** Hides the name of a fan whose votes are shown. */
export const maskVoter = <Row extends { name: string | null }>(row: Row): Row => ({ ...row, name: maskName(row.name) });
