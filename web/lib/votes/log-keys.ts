/** The key of each log as this device first saw it. A log keeps its key: another one later is a sign of a second log. */

const STORED_AS = 'lightstick.log-keys';

/** Undefined for a log that is new to this device. */
export function rememberedLogKey(log: string): string | undefined {
	return read().get(log);
}

export function rememberLogKey(log: string, key: string): void {
	const keys = read();
	if (keys.has(log)) return;
	try {
		localStorage.setItem(STORED_AS, JSON.stringify([...keys, [log, key]]));
	} catch {
		// Without storage each visit is the first.
	}
}

function read(): Map<string, string> {
	try {
		return new Map(JSON.parse(localStorage.getItem(STORED_AS) ?? '[]') as [string, string][]);
	} catch {
		return new Map();
	}
}
