/** Names and folders of a generation's logs. Those of the first are as if there were no others. Pure. */

export interface LogNames {
	/** 1 until the site is restored, or a key is revoked. */
	generation: number;
	/** Stands before a ranking's key in the name of its log and in its address: without scheme and trailing slash. */
	prefix: string;
	/** Name of the anchor log, and its address. */
	anchor: string;
}

/** Path before `/log` and `/anchor`, in names and in addresses. Empty for the first generation. */
export const pathOf = (generation: number): string => (generation === 1 ? '' : `/g${generation}`);

/** Folder of its tiles in the store. */
export const folderOf = (generation: number): string => (generation === 1 ? 'log' : `log.${generation}`);

export function logNames(publicUrl: string, generation: number): LogNames {
	const path = `${new URL(publicUrl).host}${pathOf(generation)}`;
	return { generation, prefix: `${path}/log`, anchor: `${path}/anchor` };
}
