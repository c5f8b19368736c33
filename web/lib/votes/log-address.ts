/** Address of a public log on this site. Its name is the same behind the site's host name. */
export const addressOf = (log: string): string => log.slice(log.indexOf('/'));
