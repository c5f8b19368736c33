/** Statements that take up what is to be sent. What they return is nobody else's any more, and is sent once at most. */
import type { ReminderKind } from '#contract/push.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { PushAddress } from '../push-provider.ts';

/** Values of a reminder's text; which ones depends on its kind. */
export interface Facts {
	title?: string;
	ends_at?: number;
	tab?: string | null;
	artist?: string;
	rival?: string;
	rank?: number;
}

/** A device and an event that it may be told of. */
export interface Candidate extends PushAddress, FanKey {
	subscriptionId: number;
	/** Of the device, where the fan has chosen none. */
	language: string | null;
	eventId: number;
	kind: ReminderKind;
	facts: Facts;
	artistId: number | null;
	/** The day on which the fan must not have checked in. */
	day: string | null;
	/** Seconds for which it is of use. */
	keepFor: number;
}

const CANDIDATE = `s.subscription_id as "subscriptionId", s.bucket, s.fan_id as "fanId", endpoint, p256dh, auth, s.language,
	event.event_id as "eventId", kind, facts, event.artist_id as "artistId",
	case when kind = 'claim_ready' then facts->>'day' end as day,
	greatest(1, ${epochSeconds('event.expires_at - lightstick_now()')}) as "keepFor"`;

export interface OpenEvent {
	eventId: number;
	through: number;
}

/**
 * Locks the oldest open event. Processes take their parts of it in turns, each in a short transaction. Events that are
 * out of date are closed without a word.
 */
export async function lockOpenEvent(tx: Tx): Promise<OpenEvent | null> {
	await tx.query({
		text: `update push_event set finished_at = lightstick_now() where finished_at is null and expires_at <= lightstick_now()`,
	});
	return maybeOne<OpenEvent>(tx, {
		text: `select event_id as "eventId", sent_through as through from push_event
			where finished_at is null order by event_id limit 1 for update`,
	});
}

/** The next subscriptions of an event, in order. */
export function selectNext(tx: Tx, { eventId, through }: OpenEvent, limit: number): Promise<Candidate[]> {
	return tx.query<Candidate>({
		name: 'select_next_pushes',
		text: `select ${CANDIDATE} from push_event event
			join push_subscription s on s.subscription_id > $2 and s.subscription_id <= event.sent_until
			where event.event_id = $1 order by s.subscription_id limit $3`,
		values: [eventId, through, limit],
	});
}

/** Moves past these subscriptions. Null: nobody is left, and the event is finished. */
export async function moveOn(tx: Tx, { eventId }: OpenEvent, through: number | null): Promise<void> {
	await tx.query({
		text: `update push_event set sent_through = coalesce($2, sent_until),
				finished_at = case when $2::bigint is null then lightstick_now() end
			where event_id = $1`,
		values: [eventId, through],
	});
}

/** Takes up what had to wait and is due. */
export function takeDelayed(tx: Tx, limit: number): Promise<Candidate[]> {
	return tx.query<Candidate>({
		name: 'take_delayed_pushes',
		text: `with due as (
				delete from push_delayed where (event_id, subscription_id) in (
					select event_id, subscription_id from push_delayed where due_at <= lightstick_now()
					order by due_at limit $1 for update skip locked)
				returning event_id, subscription_id
			)
			select ${CANDIDATE} from due join push_event event using (event_id) join push_subscription s using (subscription_id)
			where event.expires_at > lightstick_now()`,
		values: [limit],
	});
}

export interface Delay {
	eventId: number;
	subscriptionId: number;
	seconds: number;
}

/** Keeps them for later, unless they would come too late. */
export async function insertDelayed(db: Db, delays: readonly Delay[]): Promise<void> {
	if (delays.length === 0) return;
	await db.query({
		text: `insert into push_delayed (event_id, subscription_id, due_at)
			select event_id, subscription_id, lightstick_now() + seconds * interval '1 second'
			from unnest($1::bigint[], $2::bigint[], $3::integer[]) as delayed (event_id, subscription_id, seconds)
			join push_event using (event_id) join push_subscription using (subscription_id)
			where lightstick_now() + seconds * interval '1 second' < expires_at
			on conflict do nothing`,
		values: [
			delays.map(({ eventId }) => eventId),
			delays.map(({ subscriptionId }) => subscriptionId),
			delays.map(({ seconds }) => seconds),
		],
	});
}

export async function deleteGone(db: Db, subscriptions: readonly Candidate[]): Promise<void> {
	if (subscriptions.length === 0) return;
	await db.query({
		text: `delete from push_subscription using unnest($1::bigint[], $2::text[]) as gone (subscription_id, auth)
			where push_subscription.subscription_id = gone.subscription_id and push_subscription.auth = gone.auth`,
		values: [subscriptions.map(({ subscriptionId }) => subscriptionId), subscriptions.map(({ auth }) => auth)],
	});
}
