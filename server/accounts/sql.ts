/** Every statement on fans. */
import type { SsoType } from '#contract/values/shapes.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';

export interface Fan {
	name: string | null;
	email: string | null;
	country: string | null;
	language: string | null;
	registerPlatform: SsoType;
	avatarMediaId: string | null;
	registered: boolean;
}

const FAN = `name, email, country, language, register_platform as "registerPlatform", avatar_media_id as "avatarMediaId",
	registered_at is not null as registered`;

export function selectFan(db: Db, { bucket, fanId }: FanKey): Promise<Fan> {
	return one<Fan>(db, {
		name: 'select_fan',
		text: `select ${FAN} from fan where bucket = $1 and fan_id = $2`,
		values: [bucket, fanId],
	});
}

/**
 * Locks the fan's row until the transaction ends. Returns null if the account was erased. An erasure takes this lock
 * first, before wallet and request: it waits for a sign-in in progress, or the sign-in waits and finds no account.
 */
export function lockFan(tx: Tx, { bucket, fanId }: FanKey): Promise<Fan | null> {
	return maybeOne<Fan>(tx, {
		text: `select ${FAN} from fan where bucket = $1 and fan_id = $2 and erased_at is null for no key update`,
		values: [bucket, fanId],
	});
}

export interface NewFan {
	name: string | null;
	email: string | null;
	registerPlatform: SsoType;
}

export function insertFan(tx: Tx, { name, email, registerPlatform }: NewFan): Promise<FanKey> {
	return one<FanKey>(tx, {
		text: `with new as (select nextval('fan_id_seq') as fan_id)
			insert into fan (bucket, fan_id, name, email, register_platform)
			select bucket_of(fan_id), fan_id, $1, $2, $3 from new
			returning bucket, fan_id as "fanId"`,
		values: [name, email, registerPlatform],
	});
}

export interface Contact {
	name: string;
	email: string;
}

export async function updateContact(tx: Tx, { bucket, fanId }: FanKey, { name, email }: Contact): Promise<void> {
	await tx.query({
		text: `update fan set name = $3, email = $4 where bucket = $1 and fan_id = $2 and erased_at is null`,
		values: [bucket, fanId, name, email],
	});
}

export async function updateLanguage(db: Db, { bucket, fanId }: FanKey, language: string): Promise<void> {
	await db.query({
		text: `update fan set language = $3 where bucket = $1 and fan_id = $2 and erased_at is null`,
		values: [bucket, fanId, language],
	});
}

export async function updateRegistered(tx: Tx, { bucket, fanId }: FanKey, country: string): Promise<void> {
	await tx.query({
		text: `update fan set country = $3, registered_at = lightstick_now() where bucket = $1 and fan_id = $2`,
		values: [bucket, fanId, country],
	});
}

export async function updateAvatar(tx: Tx, { bucket, fanId }: FanKey, mediaId: string): Promise<void> {
	await tx.query({
		text: `update fan set avatar_media_id = $3 where bucket = $1 and fan_id = $2 and erased_at is null`,
		values: [bucket, fanId, mediaId],
	});
}
