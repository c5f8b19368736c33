/** Statements on reminders: what fans want, their devices, and what is taken up to be sent, which is sent once at most. */
import { epochSeconds, raw, row, set, sql, type Db, type Sql, type Tx } from '#server/kernel/database.ts';
import type { ReminderKind, Reminders } from '#contract/push.ts';
import type { PushAddress } from './push-provider.ts';
import type { FanKey } from '#server/kernel/caller.ts';

/** Values of a reminder's text; which ones depends on its kind. */
export interface Facts {
	/** Of the chart, when it is sent: in its own language, and translated. */
	title?: string;
	titles?: Partial<Record<string, string>> | null;
	ends_at?: number;
	tab?: string | null;
	artist?: string;
	artist_native?: string | null;
	artist_lang?: string | null;
	rival?: string;
	rival_native?: string | null;
	rival_lang?: string | null;
	rank?: number;
}

export interface Taken extends PushAddress {
	subscriptionId: number;
	fanId: number;
	language: string | null;
	timezone: string;
	isRefused: boolean;
	eventId: number;
	kind: ReminderKind;
	facts: Facts;
	/** Seconds for which it is of use. */
	keepFor: number;
}

const TAKEN =
	raw(`s.subscription_id as "subscriptionId", s.fan_id as "fanId", endpoint, p256dh, auth, r.timezone, refused_since is not null as "isRefused",
	coalesce(fan.language, s.language) as language, event.event_id as "eventId", kind,
	facts || coalesce((select jsonb_build_object('title', title, 'titles', (
			select jsonb_object_agg(language, own.title) from translation own
			where subject = 'ranking' and subject_id = ranking_key and own.title <> ''))
		from ranking where ranking_id = (facts->>'ranking_id')::integer), '{}') as facts,
	greatest(1, ${epochSeconds('event.expires_at - lightstick_now()').text}) as "keepFor"`);

/** The fan asked for this kind, and it still concerns them. */
const WANTED = raw(`case kind when 'vote_opens' then r.vote_opens when 'vote_closes' then r.vote_closes
		when 'overtaken' then r.overtaken else r.claim_ready end
	and (event.artist_id is null or exists (select from favorite
		where favorite.fan_id = s.fan_id and favorite.artist_id = event.artist_id))
	and (kind <> 'claim_ready' or not exists (select from check_in
		where check_in.fan_id = s.fan_id and day >= (facts->>'day')::date))`);

interface OpenEvent {
	eventId: number;
	through: number;
}

/** Locks the oldest open event: processes take parts in turns. Those out of date are closed without a word. */
export async function lockOpenEvent(tx: Tx): Promise<OpenEvent | null> {
	await sql`update push_event set finished_at = lightstick_now()
		where finished_at is null and expires_at <= lightstick_now()`.run(tx);
	return sql`select event_id as "eventId", sent_through as through from push_event
		where finished_at is null order by event_id limit 1 for update`.maybeOne<OpenEvent>(tx);
}

export interface Quiet {
	quietFrom: number;
	quietUntil: number;
	now: number;
}

export const selectNext = (tx: Tx, { eventId, through }: OpenEvent, limit: number) =>
	sql`select ${TAKEN}, quiet_from as "quietFrom", quiet_until as "quietUntil",
			${epochSeconds('lightstick_now()')} as now
		from push_event event
		join push_subscription s on s.subscription_id > ${through} and s.subscription_id <= event.sent_until
		join reminder_setting r on r.fan_id = s.fan_id join fan on fan.fan_id = s.fan_id
		where event.event_id = ${eventId} and ${WANTED}
		order by s.subscription_id limit ${limit}`
		.prepared('select_next_pushes')
		.all<Taken & Quiet>(tx);

/** Moves past these subscriptions. Null: nobody is left, and the event is finished. */
export async function moveOn(tx: Tx, { eventId }: OpenEvent, through: number | null): Promise<void> {
	await sql`update push_event set sent_through = coalesce(${through}, sent_until),
			finished_at = case when ${through}::bigint is null then lightstick_now() end
		where event_id = ${eventId}`.run(tx);
}

/** Takes up what had to wait and is due, also what nobody wants any more. */
export const takeDelayed = (tx: Tx, limit: number): Promise<(Taken & { wanted: boolean })[]> =>
	sql`with due as (
			delete from push_delayed where (event_id, subscription_id) in (
				select event_id, subscription_id from push_delayed where due_at <= lightstick_now()
				order by due_at limit ${limit} for update skip locked)
			returning event_id, subscription_id
		)
		select ${TAKEN}, event.expires_at > lightstick_now() and ${WANTED} as wanted
		from due join push_event event using (event_id) join push_subscription s using (subscription_id)
		join reminder_setting r on r.fan_id = s.fan_id join fan on fan.fan_id = s.fan_id`
		.prepared('take_delayed_pushes')
		.all<Taken & { wanted: boolean }>(tx);

export interface Delay {
	eventId: number;
	subscriptionId: number;
	seconds: number;
}

/** Keeps them for later, unless they would come too late. */
export async function insertDelayed(db: Db, delays: readonly Delay[]): Promise<void> {
	if (delays.length === 0) return;
	await db.query(sql`insert into push_delayed (event_id, subscription_id, due_at)
			select event_id, subscription_id, lightstick_now() + seconds * interval '1 second'
			from unnest(${delays.map(({ eventId }) => eventId)}::bigint[], ${delays.map(({ subscriptionId }) => subscriptionId)}::bigint[], ${delays.map(({ seconds }) => seconds)}::integer[]) as delayed (event_id, subscription_id, seconds)
			join push_event using (event_id) join push_subscription using (subscription_id)
			where lightstick_now() + seconds * interval '1 second' < expires_at
			on conflict do nothing`);
}

/** A device that subscribed again meanwhile has another secret. */
const those = (subscriptions: readonly Taken[]) =>
	sql`(subscription_id, auth) in (select * from unnest(${subscriptions.map(({ subscriptionId }) => subscriptionId)}::bigint[],
		${subscriptions.map(({ auth }) => auth)}::text[]))`;

const onThose = (change: Sql, more = sql``) =>
	async function (db: Db, subscriptions: readonly Taken[]): Promise<void> {
		if (subscriptions.length > 0) await sql`${change} where ${those(subscriptions)} ${more}`.run(db);
	};

/** A device is forgotten if its service has refused every message for so long, and takes those of others. */
const REFUSED_DAYS = 3;

export const deleteGone = onThose(sql`delete from push_subscription`);
export const deleteRefused = onThose(
	sql`delete from push_subscription`,
	sql`and refused_since < lightstick_now() - ${REFUSED_DAYS} * interval '1 day'`,
);
export const noteRefused = onThose(
	sql`update push_subscription set refused_since = lightstick_now()`,
	sql`and refused_since is null`,
);
export const noteTaken = onThose(sql`update push_subscription set refused_since = null`);

export const selectReminders = (db: Db, { fanId }: FanKey): Promise<Reminders | null> =>
	sql`select vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until
		from reminder_setting where fan_id = ${fanId}`.maybeOne<Reminders>(db);

export const upsertReminders = (db: Db, { fanId }: FanKey, reminders: Reminders): Promise<void> =>
	sql`insert into reminder_setting ${row({ fan_id: fanId, ...reminders })}
		on conflict (fan_id) do update set ${set({ ...reminders })}`.run(db);

/** Turns one kind off, whoever asks. Returns nothing: a fan who is gone has nothing to turn off. */
export async function turnOff(db: Db, fanId: number, kind: ReminderKind): Promise<void> {
	await sql`update reminder_setting set vote_opens = vote_opens and ${kind} <> 'vote_opens',
			vote_closes = vote_closes and ${kind} <> 'vote_closes', overtaken = overtaken and ${kind} <> 'overtaken',
			claim_ready = claim_ready and ${kind} <> 'claim_ready'
		where fan_id = ${fanId}`.run(db);
}

export const selectDevices = (db: Db, { fanId }: FanKey): Promise<{ endpoint: string; created_time: number }[]> =>
	sql`select endpoint, ${epochSeconds('created_at')} as created_time from push_subscription
		where fan_id = ${fanId} order by subscription_id`.all(db);

/** A device that changes hands belongs to whoever subscribed last. */
export async function upsertSubscription(
	tx: Tx,
	{ fanId }: FanKey,
	address: PushAddress,
	language: string | null,
): Promise<void> {
	await sql`insert into push_subscription ${row({ fan_id: fanId, ...address, language })}
		on conflict (endpoint) do update set fan_id = excluded.fan_id, p256dh = excluded.p256dh, auth = excluded.auth,
			language = excluded.language, refused_since = null`.run(tx);
}

export async function deleteOldest(tx: Tx, { fanId }: FanKey, max: number): Promise<void> {
	await sql`delete from push_subscription where subscription_id in (
		select subscription_id from push_subscription where fan_id = ${fanId}
		order by subscription_id desc offset ${max})`.run(tx);
}

export async function deleteSubscription(db: Db, { fanId }: FanKey, endpoint: string): Promise<void> {
	await sql`delete from push_subscription where fan_id = ${fanId} and endpoint = ${endpoint}`.run(db);
}

/** Returns false if there is no device with this address and secret, or the new address is known already. */
export const moveSubscription = (
	db: Db,
	from: Pick<PushAddress, 'endpoint' | 'auth'>,
	{ endpoint, p256dh, auth }: PushAddress,
): Promise<boolean> =>
	sql`update push_subscription
		set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}, refused_since = null
		where endpoint = ${from.endpoint} and auth = ${from.auth}
			and not exists (select from push_subscription known where known.endpoint = ${endpoint})
		returning true`.exists(db);
