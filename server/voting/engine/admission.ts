/**
 * Decides which votes may join the queue, and when a refused vote should come again. The queue holds what drains in about
 * one second. Refused votes get slots one after the other, as many a second as the queue drains, so that they come back at
 * the pace at which there is room, however many they are. While votes with a slot are expected, half of the queue is theirs.
 */

/** Minimum size: an engine that has only seen single votes has not measured its rate yet. */
const QUEUE_MIN = 1_000;

/** No slot comes sooner, however small the queue is. */
const FIRST_SLOT_MS = 1_000;
/** Devices send a vote again for ten seconds. Slots after that would be kept for nobody. */
const LAST_SLOT_MS = 9_000;
/** Slots a second, as a part of the rate. Arrivals vary, and a vote that comes in its slot must not find the queue full. */
const SLOTS_SHARE = 0.9;

export interface AdmissionOptions {
	queueMax: number;
	/** Returns the votes that drain in a second, and 0 where that is not known yet. */
	rate: () => number;
	now: () => number;
}

export function openAdmission({ queueMax, rate, now }: AdmissionOptions) {
	let lastSlotAt = -Infinity;
	/** Times of the slots that have not come yet, by fan. In their order. */
	const given = new Map<number, number>();
	const size = () => Math.min(queueMax, Math.max(QUEUE_MIN, rate()));
	return {
		admits: (waiting: number, { isRetry }: { isRetry: boolean }) =>
			waiting < (isRetry || lastSlotAt < now() ? size() : size() / 2),
		/** A fan asking again gets the same slot: one account could take all. Strangers (null) keep none. */
		nextSlot(fanId: number | null) {
			const at = now();
			for (const [fan, slotAt] of given) {
				if (slotAt > at) break;
				given.delete(fan);
			}
			const own = fanId === null ? undefined : given.get(fanId);
			if (own !== undefined) return Math.floor((own - at) / 1000);
			const msPerVote = 1000 / (rate() || QUEUE_MIN);
			// A full queue drains first.
			const first = at + Math.max(FIRST_SLOT_MS, size() * msPerVote);
			const next = Math.max(lastSlotAt, first) + msPerVote / SLOTS_SHARE;
			const slotAt = Math.min(next, at + LAST_SLOT_MS);
			if (fanId !== null) {
				lastSlotAt = slotAt;
				given.set(fanId, slotAt);
			}
			return Math.floor((slotAt - at) / 1000);
		},
	};
}
