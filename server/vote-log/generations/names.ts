/** Names and folders of a generation's logs. Those of the first are as if there were no others. Pure. */
import type { Config } from '#server/config/config.ts';

type VoteLogConfig = Config['voteLog'];

/** Path before `/log` and `/anchor`, in names and in addresses. Empty for the first generation. */
export const pathOf = (generation: number): string => (generation === 1 ? '' : `/g${generation}`);

/** Folder of its tiles in the store. */
export const folderOf = (generation: number): string => (generation === 1 ? 'log' : `log.${generation}`);

/** The site's logs under the names of another generation. */
export function ofGeneration(voteLog: VoteLogConfig, generation: number): VoteLogConfig {
	const [host = ''] = voteLog.prefix.split('/');
	const path = `${host}${pathOf(generation)}`;
	return { ...voteLog, generation, prefix: `${path}/log`, anchor: `${path}/anchor` };
}
