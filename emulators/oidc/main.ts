/** Runs the emulator as a separate program, configured by environment variables. */
import { serveAsProgram } from '../lib/server.ts';
import { startOidcEmulator } from './emulator.ts';

const { env } = process;
const callback = (provider: string) => `http://localhost:3000/api/v1/login/callback/${provider}`;

const emulator = await startOidcEmulator({
	port: Number(env.OIDC_EMULATOR_PORT ?? 4320),
	dataFolder: env.OIDC_EMULATOR_DATA ?? '.data/emulators',
	redirectUris: env.OIDC_EMULATOR_REDIRECT_URIS?.split(',') ?? [callback('google'), callback('line')],
	clients: {
		google: {
			id: env.GOOGLE_CLIENT_ID ?? 'emulator-google',
			secret: env.GOOGLE_CLIENT_SECRET ?? 'emulator-google-secret-0000000000',
		},
		line: {
			id: env.LINE_CLIENT_ID ?? 'emulator-line',
			secret: env.LINE_CLIENT_SECRET ?? 'emulator-line-secret-000000000000',
		},
	},
});
await serveAsProgram('sign-in', emulator.issuers, emulator);
