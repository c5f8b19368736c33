/** The environment, parsed once. Everything else takes values, never `process.env`. */
import { openReader, type Environment } from './reader.ts';
import { StartRefused } from './refused.ts';
import { unsafeForStrangers } from './safety.ts';
import { readSettings, type Config } from './settings.ts';

export { isLoopback } from './addresses.ts';
export type { Config } from './settings.ts';
export type { OwnNetworkConfig, PaymentConfig, ProviderConfig, S3Config } from './services.ts';
export type { TraceConfig } from './observation.ts';
export type { PushConfig } from './push.ts';

/** The files that secrets are read from, by variable, whether or not the settings are good. */
export function secretFilesOf(env: Environment): ReadonlyMap<string, string> {
	const reader = openReader(env);
	readSettings(reader);
	return reader.secretFiles;
}

/** @throws {StartRefused} with a line for every variable that is not as it should be */
export function readConfig(env: Environment): Config {
	const reader = openReader(env);
	const config = readSettings(reader);
	const takesAnyCertificate = reader.text('NODE_TLS_REJECT_UNAUTHORIZED', '1') === '0';
	const said = { proxies: Boolean(env['TRUST_PROXY']), takesAnyCertificate };
	// Only values that could be read can be judged.
	const faults = reader.faults.length > 0 ? reader.faults : unsafeForStrangers(config, said);
	if (faults.length > 0) throw new StartRefused(`The configuration is refused:\n- ${faults.join('\n- ')}`);
	return config;
}
