/** Times that leave the database or the process are numbers since the epoch, in UTC. */
import { fragment, type Fragment } from './database.ts';

/** SQL for a time in whole seconds. */
export const epochSeconds = (time: string): Fragment => fragment(`floor(extract(epoch from ${time}))::bigint`);

/** SQL for a time in whole milliseconds. */
export const epochMs = (time: string): Fragment => fragment(`floor(extract(epoch from ${time}) * 1000)::bigint`);

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
