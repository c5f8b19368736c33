/** Times that leave the process are numbers since the epoch, in UTC. */

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
