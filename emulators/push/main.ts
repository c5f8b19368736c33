/** Runs the emulator as a separate program. */
import { serveAsProgram } from '../lib/server.ts';
import { startPushEmulator } from './emulator.ts';

const emulator = await startPushEmulator({ port: Number(process.env.PUSH_EMULATOR_PORT ?? 4340) });
await serveAsProgram('push', { origin: emulator.origin }, emulator);
