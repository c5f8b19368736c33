export interface PushAddress {
	endpoint: string;
	p256dh: string;
	auth: string;
}

/** `gone`: for ever. `refused`: not taken. `lost`: may have arrived, so never again. A number: again in seconds. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'lost' | number;

export interface PushMessage {
	/** JSON for the service worker. */
	text: string;
	keepFor: number;
}

export interface PushProvider {
	/** Key with which browsers subscribe: an uncompressed point in base64url. */
	publicKey: string;
	/** True for addresses of known push services, with keys that a message can be encrypted for. No other is ever called. */
	accepts(address: PushAddress): boolean;
	send(address: PushAddress, message: PushMessage): Promise<PushOutcome>;
}
