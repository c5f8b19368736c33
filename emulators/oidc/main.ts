/** The emulator as a program of its own: `node emulators/oidc/main.ts`, configured by environment. */
import { startOidcEmulator } from './emulator.ts';

const { env } = process;

const emulator = await startOidcEmulator({
	port: Number(env.OIDC_EMULATOR_PORT ?? 4320),
	dataFolder: env.OIDC_EMULATOR_DATA ?? '.data/emulators',
	redirectUris: (env.OIDC_EMULATOR_REDIRECT_URIS ?? defaultRedirectUris()).split(','),
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
console.log(`sign-in emulator ready: ${emulator.issuers.google} and ${emulator.issuers.line}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		emulator.close().catch((error: unknown) => {
			console.error(error);
			process.exitCode = 1;
		});
	});
}

function defaultRedirectUris(): string {
	const callback = (provider: string) => `http://127.0.0.1:3000/api/v1/login/callback/${provider}`;
	return [callback('google'), callback('line')].join(',');
}
