/** Parses a Range header that asks for one part of a body. */

export interface ByteRange {
	first: number;
	last: number;
}

/** Returns null if the whole body is to be sent: an unknown unit, more than one part, or an invalid header. */
export function readRange(header: string, length: number): ByteRange | 'beyond' | null {
	const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
	if (from === '' && to === '') return null;
	if (from === '') {
		const first = Math.max(0, length - Number(to));
		return Number(to) === 0 ? 'beyond' : { first, last: length - 1 };
	}
	const first = Number(from);
	const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
	if (to !== '' && Number(to) < first) return null;
	return first >= length ? 'beyond' : { first, last };
}
