/** Numbers of one process that somebody may want to know at any time. */
export interface Gauges {
	/** Votes that wait for a batch or for a held wallet. */
	ballotsWaiting(): number;
	liveListeners(): number;
	/** Optional parts that do not work: as `degraded` of `/readyz`. */
	faults(): number;
	/** Events since the start, by their kind. */
	securityEvents(): Readonly<Record<string, number>>;
}
