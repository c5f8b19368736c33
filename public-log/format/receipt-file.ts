/** A receipt as a file: the line of the vote, an empty line, the tlog-proof. Apart from receipt.ts: a page saves it without any proof code. */

export interface ReceiptFile {
	leaf: string;
	proof: string;
}

export const formatReceiptFile = ({ leaf, proof }: ReceiptFile): string => `${leaf}\n\n${proof}`;

/** Null if the text is no such file. Nothing is verified yet. */
export function parseReceiptFile(text: string): ReceiptFile | null {
	const end = text.indexOf('\n\n');
	return text.startsWith('v1 vote ') && end > 0 ? { leaf: text.slice(0, end), proof: text.slice(end + 2) } : null;
}
