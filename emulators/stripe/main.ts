/**
 * Runs the emulator as a separate program, configured by environment variables. If another Node program starts it, it
 * sends its address to that program and exits with it. If a person starts it, it prints the address.
 */
import { once } from 'node:events';
import { startStripeEmulator } from './emulator.ts';

const { env } = process;

const emulator = await startStripeEmulator({
	port: Number(env.STRIPE_EMULATOR_PORT ?? 4330),
	secretKey: env.STRIPE_SECRET_KEY ?? 'emulator-stripe-secret-key',
	webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? 'emulator-stripe-webhook-secret',
	webhookUrl: env.STRIPE_EMULATOR_WEBHOOK_URL ?? 'http://localhost:3000/api/v1/payments/stripe/webhook',
});
if (process.send) process.send({ origin: emulator.origin });
else console.log(`payment emulator ready: ${emulator.origin} (its controls: ${emulator.origin}/control)`);

await Promise.race(['SIGINT', 'SIGTERM', 'disconnect'].map((event) => once(process, event)));
if (process.connected) process.disconnect?.();
await emulator.close();
