/** Prints why a start was refused as plain lines; anything unexpected keeps its stack. Either way the process ends. */
import { StartRefused } from '#server/config/refused.ts';

export function printRefusalsPlainly(): void {
	process.on('uncaughtException', (error) => {
		console.error(error instanceof StartRefused ? error.message : error);
		process.exit(1);
	});
}
