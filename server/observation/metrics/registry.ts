/** The metrics of one process, written in the format of OpenMetrics. */
import { Counter, Gauge, Registry as AnyRegistry, type OpenMetricsContentType } from 'prom-client';

export type Registry = AnyRegistry<OpenMetricsContentType>;

export function openRegistry(): Registry {
	const registry: Registry = new AnyRegistry<OpenMetricsContentType>();
	registry.setContentType(AnyRegistry.OPENMETRICS_CONTENT_TYPE);
	return registry;
}

interface Described {
	name: string;
	help: string;
	labelNames?: readonly string[];
}

/** Adds a gauge that `read` sets whenever it is scraped. */
export function readGauge(registry: Registry, described: Described, read: (gauge: Gauge) => void): void {
	const collect = function collect(this: Gauge) {
		read(this);
	};
	registry.registerMetric(new Gauge({ ...described, registers: [], collect }));
}

/** Adds a counter of what is counted elsewhere: `read` adds the whole number to nothing. */
export function readCounter(registry: Registry, described: Described, read: (counter: Counter) => void): void {
	const collect = function collect(this: Counter) {
		this.reset();
		read(this);
	};
	registry.registerMetric(new Counter({ ...described, registers: [], collect }));
}
