interface Lock {
	packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }>;
}

/** Returns why nothing works in a folder, as a sentence; null if it does. */
export function folderFault(folder: string, separator?: string): string | null;

/** Returns the first package that is missing or of another version; null if all are as the lock says. */
export function missingIn(
	lock: Lock,
	installed: { packages: Record<string, { version?: string }> } | null,
	isThere: (path: string) => boolean,
	options: { isServing: boolean },
): string | null;

/** What a command of package.json needs: whether it finishes an installation by itself, and whether it is a site's. */
export function commandNeeds(command?: string): { installs: boolean; isServing: boolean };

/** Returns what is wrong with the Node that the next program finds, as the beginning of a sentence; null if nothing is. */
export function nodeFault(version: string, isPinned: boolean, settings: { engines: { node: string } }): string | null;

/** Returns the first package that the site runs with and whose code is gone; null if none. */
export function codelessIn(
	settings: { dependencies: Record<string, string> },
	resolve: (name: string) => unknown,
): string | null;
