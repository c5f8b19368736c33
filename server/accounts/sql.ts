/** Every statement on fans. */
import { raw, sql } from '#server/kernel/sql.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';

export interface Fan {
	nameForDevices: string;
	name: string | null;
	email: string | null;
	country: string | null;
	language: string | null;
	registerPlatform: SsoType;
	avatarMediaId: string | null;
	registered: boolean;
}

/** Numbers of fans can be guessed, and a restore may give one again. The time of creation, to a microsecond, tells both apart. */
const NAME_FOR_DEVICES = `encode(sha256(convert_to('fan ' || fan_id || ' ' || extract(epoch from created_at), 'utf8')), 'hex')`;
const FAN =
	raw(`${NAME_FOR_DEVICES} as "nameForDevices", name, email, country, language, register_platform as "registerPlatform", avatar_media_id as "avatarMediaId",
	registered_at is not null as registered`);

export function selectFan(db: Db, { fanId }: FanKey): Promise<Fan> {
	return sql`select ${FAN} from fan where fan_id = ${fanId}`.prepared('select_fan').one(db);
}

/**
 * Locks the fan's row until the transaction ends. Returns null if the account was erased. An erasure takes this lock
 * first, before wallet and request: it waits for a sign-in in progress, or the sign-in waits and finds no account.
 */
export function lockFan(tx: Tx, { fanId }: FanKey): Promise<Fan | null> {
	return sql`select ${FAN} from fan where fan_id = ${fanId} and erased_at is null for no key update`.maybeOne(tx);
}

export interface NewFan {
	name: string | null;
	email: string | null;
	registerPlatform: SsoType;
}

export function insertFan(tx: Tx, { name, email, registerPlatform }: NewFan): Promise<FanKey> {
	return sql`insert into fan (name, email, register_platform)
		values (${name}, ${email}, ${registerPlatform}) returning fan_id as "fanId"`.one(tx);
}

export interface Contact {
	name: string;
	email: string;
}

export function updateContact(tx: Tx, { fanId }: FanKey, { name, email }: Contact): Promise<void> {
	return sql`update fan set name = ${name}, email = ${email} where fan_id = ${fanId} and erased_at is null`.run(tx);
}

export function updateLanguage(db: Db, { fanId }: FanKey, language: string): Promise<void> {
	return sql`update fan set language = ${language} where fan_id = ${fanId} and erased_at is null`.run(db);
}

export function updateRegistered(tx: Tx, { fanId }: FanKey, country: string): Promise<void> {
	return sql`update fan set country = ${country}, registered_at = lightstick_now() where fan_id = ${fanId}`.run(tx);
}

export function updateAvatar(tx: Tx, { fanId }: FanKey, mediaId: string): Promise<void> {
	return sql`update fan set avatar_media_id = ${mediaId} where fan_id = ${fanId} and erased_at is null`.run(tx);
}
