/** Runs the emulator as a separate program, configured by environment variables. */
import { serveAsProgram } from '../lib/server.ts';
import { startStripeEmulator } from './emulator.ts';

const { env } = process;

const emulator = await startStripeEmulator({
	port: Number(env.STRIPE_EMULATOR_PORT ?? 4330),
	file: env.STRIPE_EMULATOR_FILE,
	secretKey: env.STRIPE_SECRET_KEY ?? 'emulator-stripe-secret-key',
	webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? 'emulator-stripe-webhook-secret',
	webhookUrl: env.STRIPE_EMULATOR_WEBHOOK_URL ?? 'http://localhost:3000/api/v1/payments/stripe/webhook',
});
await serveAsProgram('payment', { origin: emulator.origin }, emulator);
