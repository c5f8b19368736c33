const known = new Set<string>();

/** Returns whether this program can format times in a zone of this name, in any case. Making a format is slow. */
export function isZoneKnown(name: string): boolean {
	try {
		if (!known.has(name)) Intl.DateTimeFormat('en', { timeZone: name });
		known.add(name);
	} catch {}
	return known.has(name);
}
