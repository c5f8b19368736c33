/** Loaded before a server that is to run without the public log: replaces the modules that receipts, voters and the thread are. */
import { registerHooks } from 'node:module';

const REPLACED = /\/server\/vote-log\/(?:fans\/receipts|fans\/voters|thread)\.ts$/;
const own = new URL('modules.ts', import.meta.url).href;

registerHooks({
	resolve(specifier, context, next) {
		const resolved = next(specifier, context);
		return REPLACED.test(resolved.url) ? { ...resolved, url: own } : resolved;
	},
});
