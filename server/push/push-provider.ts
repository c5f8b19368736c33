/** What reminders need of a sender to push services. `server/outside/web-push/` provides it. */

/** A browser's subscription. */
export interface PushAddress {
	endpoint: string;
	p256dh: string;
	auth: string;
}

/**
 * `gone`: the browser has unsubscribed. `lost`: no answer, or none of use; it may have arrived, so it is not sent again.
 * A number: it was not taken, and may be sent again after so many seconds.
 */
export type PushOutcome = 'sent' | 'gone' | 'lost' | number;

export interface PushMessage {
	/** JSON for the service worker. */
	text: string;
	/** Seconds for which a push service keeps it for a device that is away. */
	keepFor: number;
}

export interface PushProvider {
	/** Key with which browsers subscribe: an uncompressed point in base64url. */
	publicKey: string;
	/** True for addresses of push services that are known. No other address is ever called. */
	serves(endpoint: string): boolean;
	/** Never rejects. */
	send(address: PushAddress, message: PushMessage): Promise<PushOutcome>;
}
