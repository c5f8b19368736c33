import { hash } from 'node:crypto';
import type { movePush, PushSettings, Reminders, subscribePush } from '#contract/push.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { PUSH_DEVICES_MAX } from '#contract/values/constants.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { isZoneHere } from '#server/kernel/time-zone.ts';
import type { PushAddress, PushProvider } from './push-provider.ts';
import * as sql from './sql.ts';

export interface PushDeps {
	db: Database;
	push: PushProvider | null;
}

/** A fan's own data shows them. */
export { selectReminders as readReminders } from './sql.ts';

/** The push service of each device. Its address stays here: it grants sending to the device. */
export async function readDevices(db: Db, fan: FanKey): Promise<PushSettings['devices']> {
	return (await sql.selectDevices(db, fan)).map(({ endpoint, created_time }) => ({
		service: new URL(endpoint).host,
		created_time,
		address_hash: hash('sha256', endpoint, 'base64url'),
	}));
}

export async function readPushSettings({ db, push }: PushDeps, fan: FanKey): Promise<PushSettings> {
	const [reminders, devices] = await Promise.all([sql.selectReminders(db, fan), readDevices(db, fan)]);
	return { public_key: push?.publicKey ?? null, reminders, devices };
}

export async function setReminders({ db, push }: PushDeps, fan: FanKey, reminders: Reminders): Promise<void> {
	if (!push) throw new Problem('push_unavailable');
	// The database reckons in the site's zone alone.
	if (!isZoneHere(reminders.timezone)) throw new Problem('timezone_unknown');
	await sql.upsertReminders(db, fan, reminders);
}

export async function subscribe(
	{ db, push }: PushDeps,
	fan: FanKey,
	{ language, replaces, ...sent }: CheckedInputOf<typeof subscribePush>['body'],
): Promise<void> {
	const address = acceptedAddress(push, sent);
	await db.transaction(async (tx) => {
		if (replaces !== undefined && replaces !== address.endpoint) await sql.deleteSubscription(tx, fan, replaces);
		await sql.upsertSubscription(tx, fan, address, language || null);
		await sql.deleteOldest(tx, fan, PUSH_DEVICES_MAX);
	});
}

export const move = async (
	{ db, push }: PushDeps,
	{ former_endpoint: endpoint, former_auth: auth, ...sent }: CheckedInputOf<typeof movePush>['body'],
): Promise<boolean> => sql.moveSubscription(db, { endpoint, auth: unpadded(auth) }, acceptedAddress(push, sent));

/** @throws {Problem} for an address to which no reminder can be sent */
function acceptedAddress(push: PushProvider | null, { endpoint, p256dh, auth }: PushAddress): PushAddress {
	if (!push) throw new Problem('push_unavailable');
	const address = { endpoint, p256dh: unpadded(p256dh), auth: unpadded(auth) };
	if (!push.accepts(address)) throw new Problem('push_service_unknown');
	return address;
}

/** A browser may write the padding of base64. */
const unpadded = (key: string): string => key.replaceAll('=', '');
