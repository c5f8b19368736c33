/** The names of the settings. */
import { readConfig } from '#server/config/config.ts';

/** Every variable that the configuration asks for; it asks for all, set or not. */
export function variablesRead(): string[] {
	const names = new Set<string>();
	const env: Record<string, string | undefined> = {};
	readConfig(new Proxy(env, { get: (_, name) => void names.add(String(name)) }));
	return [...names].toSorted();
}
