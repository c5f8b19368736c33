/** nginx as deploy/nginx configures it, in front of a bench's process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { writeShippedConfiguration } from '../../tests/fixtures/processes/shipped-configuration.ts';
import { isInstalled } from '../lib/installed.ts';

export interface Balancer {
	address: string;
	stop(): Promise<void>;
}

const TRIES = 200;

/** Null where nginx is not installed. */
export async function startBalancer(address: string): Promise<Balancer | null> {
	if (!(await isInstalled('nginx'))) return null;
	const { folder, ports, args } = await writeShippedConfiguration([Number(new URL(address).port)]);
	const child = spawn('nginx', args, { stdio: 'ignore' });
	const own = `http://127.0.0.1:${ports.plain}`;
	for (let tries = 0; tries < TRIES; tries += 1) {
		const answer = await fetch(`${own}/healthz`).catch(() => null);
		await answer?.arrayBuffer();
		if (answer?.ok) {
			return {
				address: own,
				async stop() {
					child.kill('SIGTERM');
					await once(child, 'exit');
					await rm(folder, { recursive: true, force: true });
				},
			};
		}
		await pause(25);
	}
	throw new Error('nginx did not start');
}
