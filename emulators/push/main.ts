/**
 * Runs the emulator as a separate program. If another Node program starts it, it sends its address to that program and
 * exits with it. If a person starts it, it prints the address.
 */
import { once } from 'node:events';
import { startPushEmulator } from './emulator.ts';

const emulator = await startPushEmulator({ port: Number(process.env.PUSH_EMULATOR_PORT ?? 4340) });
if (process.send) process.send({ origin: emulator.origin });
else console.log(`push emulator ready: ${emulator.origin} (a new device: POST ${emulator.origin}/subscriptions)`);

await Promise.race(['SIGINT', 'SIGTERM', 'disconnect'].map((event) => once(process, event)));
if (process.connected) process.disconnect?.();
await emulator.close();
