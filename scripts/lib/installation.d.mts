interface Lock {
	packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }>;
}

/** Returns why pages cannot be built in a folder, as a sentence; null if they can. */
export function folderFault(folder: string, separator?: string): string | null;

/** Returns the first package that is missing or of another version; null if all are as the lock says. */
export function missingIn(
	lock: Lock,
	installed: { packages: Record<string, { version?: string }> } | null,
	isThere: (path: string) => boolean,
	options: { isServing: boolean },
): string | null;
