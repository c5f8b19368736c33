/** Metrics of this process: its pools of connections, and parts that do not work. */
import { readGauge, type Registry } from './registry.ts';
import type { Gauges } from '#server/kernel/signals/signals.ts';
import type { ConnectionCounts } from '#server/kernel/database.ts';

/** By the name of the pool. */
export type Pools = Readonly<Record<string, { connections(): ConnectionCounts }>>;

export function poolMetrics(registry: Registry, pools: Pools, gauges: Pick<Gauges, 'faults'>): void {
	const all = () => Object.entries(pools).map(([pool, { connections }]) => ({ pool, ...connections() }));
	readGauge(
		registry,
		{
			name: 'lightstick_pool_connections',
			help: 'Open connections of a pool, in use or idle',
			labelNames: ['pool', 'state'],
		},
		(gauge) => {
			for (const { pool, total, idle } of all()) {
				gauge.set({ pool, state: 'idle' }, idle);
				gauge.set({ pool, state: 'used' }, total - idle);
			}
		},
	);
	readGauge(
		registry,
		{ name: 'lightstick_pool_connections_limit', help: 'Connections of a pool at most', labelNames: ['pool'] },
		(gauge) => {
			for (const { pool, max } of all()) gauge.set({ pool }, max);
		},
	);
	readGauge(
		registry,
		{ name: 'lightstick_pool_waiting', help: 'Calls that wait for a connection of the pool', labelNames: ['pool'] },
		(gauge) => {
			for (const { pool, waiting } of all()) gauge.set({ pool }, waiting);
		},
	);
	readGauge(
		registry,
		{ name: 'lightstick_degraded_parts', help: 'Optional parts that do not work, as /readyz names them' },
		(gauge) => {
			gauge.set(gauges.faults());
		},
	);
}
