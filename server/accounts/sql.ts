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

export function selectFan(db: Db, { fanId }: FanKey): Promise<Fan> {
	return one<Fan>(db, {
		name: 'select_fan',
		text: `select ${FAN} from fan where fan_id = $1`,
		values: [fanId],
	});
}

/**
 * Locks the fan's row until the transaction ends. Returns null if the account was erased. An erasure takes this lock
 * first, before wallet and request: it waits for a sign-in in progress, or the sign-in waits and finds no account.
 */
export function lockFan(tx: Tx, { fanId }: FanKey): Promise<Fan | null> {
	return maybeOne<Fan>(tx, {
		text: `select ${FAN} from fan where fan_id = $1 and erased_at is null for no key update`,
		values: [fanId],
	});
}

export interface NewFan {
	name: string | null;
	email: string | null;
	registerPlatform: SsoType;
}

export function insertFan(tx: Tx, { name, email, registerPlatform }: NewFan): Promise<FanKey> {
	return one<FanKey>(tx, {
		text: `insert into fan (name, email, register_platform) values ($1, $2, $3) returning fan_id as "fanId"`,
		values: [name, email, registerPlatform],
	});
}

export interface Contact {
	name: string;
	email: string;
}

export async function updateContact(tx: Tx, { fanId }: FanKey, { name, email }: Contact): Promise<void> {
	await tx.query({
		text: `update fan set name = $2, email = $3 where fan_id = $1 and erased_at is null`,
		values: [fanId, name, email],
	});
}

export async function updateLanguage(db: Db, { fanId }: FanKey, language: string): Promise<void> {
	await db.query({
		text: `update fan set language = $2 where fan_id = $1 and erased_at is null`,
		values: [fanId, language],
	});
}

export async function updateRegistered(tx: Tx, { fanId }: FanKey, country: string): Promise<void> {
	await tx.query({
		text: `update fan set country = $2, registered_at = lightstick_now() where fan_id = $1`,
		values: [fanId, country],
	});
}

export async function updateAvatar(tx: Tx, { fanId }: FanKey, mediaId: string): Promise<void> {
	await tx.query({
		text: `update fan set avatar_media_id = $2 where fan_id = $1 and erased_at is null`,
		values: [fanId, mediaId],
	});
}
