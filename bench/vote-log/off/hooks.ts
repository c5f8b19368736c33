/**
 * Loaded before a server that is to run without the public log: replaces the modules that receipts, voters and the thread are.
 * With LOG_OFF=fans, leaves are still published: only receipts and voters are replaced.
 */
import { registerHooks } from 'node:module';

const OF_FANS = /\/server\/vote-log\/fans\/(?:receipts|voters)\.ts$/;
const THREAD = /\/server\/vote-log\/thread\.ts$/;
const replaced = process.env.LOG_OFF === 'fans' ? [OF_FANS] : [OF_FANS, THREAD];
const own = new URL('modules.ts', import.meta.url).href;

registerHooks({
	resolve(specifier, context, next) {
		const resolved = next(specifier, context);
		return replaced.some((pattern) => pattern.test(resolved.url)) ? { ...resolved, url: own } : resolved;
	},
});
