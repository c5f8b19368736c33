/** Reads what the site needs of others: sign-on, payments, a bucket, counts of limits, push services, who watches it. */
import * as z from 'zod/mini';
import { line } from '#contract/values/shapes.ts';
import { readHttpsUrl, readOrigin, isLoopback, isHost } from './addresses.ts';
import type { Reader } from './reader.ts';
import { createECDH } from 'node:crypto';

export type ProviderConfig = NonNullable<ReturnType<typeof readProvider>>;
export type OwnNetworkConfig = NonNullable<ReturnType<typeof readOwnNetwork>>;
export type PaymentConfig = NonNullable<ReturnType<typeof readPayments>>;
export type S3Config = NonNullable<ReturnType<typeof readPictureBucket>>;

export function readProvider(reader: Reader, name: string, ownIssuer: string) {
	const clientId = reader.text(`${name}_CLIENT_ID`, 'the-id-that-the-provider-gave');
	const clientSecret = reader.secret(`${name}_CLIENT_SECRET`, 'the-secret-that-the-provider-gave');
	const issuer = readHttpsUrl(reader, `${name}_ISSUER`, ownIssuer);
	if (clientId === null && clientSecret === null) return null;
	if (clientId === null || clientSecret === null)
		reader.refuse(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together: set both or neither`);
	return { issuer, clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
}

const NAME_MAX_CHARACTERS = 40;
const OIDC_EXAMPLE = 'https://login.example';

/** A sign-on network of the site's own, beside Google and LINE. `name` stands on its button; without a logo it has a plain symbol. Null where nothing of it is set. */
export function readOwnNetwork(reader: Reader) {
	const isNamed = reader.text('OIDC_ISSUER', OIDC_EXAMPLE) !== null;
	const clientId = reader.text('OIDC_CLIENT_ID', 'the-id-that-the-provider-gave');
	const clientSecret = reader.secret('OIDC_CLIENT_SECRET', 'the-secret-that-the-provider-gave');
	const given = reader.text('OIDC_NAME', 'Example ID');
	const logoFile = reader.text('OIDC_LOGO', 'logo.png');
	if (!isNamed && clientId === null && clientSecret === null) return null;
	if (!isNamed || clientId === null || clientSecret === null) {
		reader.refuse('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all or none');
		return null;
	}
	const issuer = readHttpsUrl(reader, 'OIDC_ISSUER', OIDC_EXAMPLE);
	const name = given ?? new URL(issuer).hostname;
	const isName = z.safeParse(line(NAME_MAX_CHARACTERS), name).data === name;
	reader.expect('OIDC_NAME', name, isName, `must be at most ${NAME_MAX_CHARACTERS} visible characters`, 'Example ID');
	return { issuer, clientId, clientSecret, name, logoFile };
}

/** What Stripe shows beside these, as pk_…, is for browsers: payments would fail, and their events be set aside. */
const STRIPE_KEYS = [
	['STRIPE_SECRET_KEY', /^(?:[rs]k_(?:live|test)_|emulator)[\w-]+$/, 'sk_live_…'],
	['STRIPE_WEBHOOK_SECRET', /^(?:whsec_|emulator)[\w+/=-]+$/, 'whsec_…'],
] as const;

/** Time limit of one request, and retries of one that got no response. */
const STRIPE_WAITS = { timeoutMs: 10_000, retries: 2 };

export function readPayments(reader: Reader) {
	const [secretKey = null, webhookSecret = null] = STRIPE_KEYS.map(([name, form, example]) => {
		const key = reader.secret(name, example);
		if (key !== null && !form.test(key)) reader.refuse(`${name} is another kind of key. Example: ${name}=${example}`);
		return key;
	});
	const apiBase = readOrigin(reader, 'STRIPE_API_BASE', 'https://api.stripe.com') ?? 'https://api.stripe.com';
	if (secretKey === null && webhookSecret === null) return null;
	if (secretKey === null || webhookSecret === null)
		reader.refuse('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither');
	return { secretKey: secretKey ?? '', webhookSecret: webhookSecret ?? '', apiBase, ...STRIPE_WAITS };
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Without `.` and `..`, which would lead out of the bucket. */
const PREFIX = /^(?:(?!\.{1,2}\/)[\w.-]+\/)+$/;
const REGION = /^[a-z0-9-]{1,50}$/;

export function readPictureBucket(reader: Reader) {
	const bucket = reader.text('MEDIA_S3_BUCKET', 'pictures');
	const accessKeyId = reader.secret('MEDIA_S3_ACCESS_KEY_ID', 'the-id-of-the-key');
	const secretAccessKey = reader.secret('MEDIA_S3_SECRET_ACCESS_KEY', 'the-secret-of-the-key');
	const region = reader.text('MEDIA_S3_REGION', 'us-east-1') ?? 'us-east-1';
	const ownEndpoint = `https://s3.${region}.amazonaws.com`;
	const endpoint = readOrigin(reader, 'MEDIA_S3_ENDPOINT', 'https://objects.example') ?? ownEndpoint;
	const prefix = reader.text('MEDIA_S3_PREFIX', 'site/') ?? '';
	if (bucket === null && accessKeyId === null && secretAccessKey === null) return null;
	if (bucket === null || accessKeyId === null || secretAccessKey === null)
		reader.refuse(
			'MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY go together: set all or none',
		);
	if (bucket !== null)
		reader.expect('MEDIA_S3_BUCKET', bucket, BUCKET_NAME.test(bucket), 'must be the name of a bucket', 'pictures');
	reader.expect('MEDIA_S3_REGION', region, REGION.test(region), 'must be the name of a region', 'us-east-1');
	const isPrefix = prefix === '' || PREFIX.test(prefix);
	reader.expect('MEDIA_S3_PREFIX', prefix, isPrefix, 'must end with a slash and not begin with one', 'site/');
	return {
		endpoint,
		region,
		prefix,
		bucket: bucket ?? '',
		accessKeyId: accessKeyId ?? '',
		secretAccessKey: secretAccessKey ?? '',
	};
}

const REDIS_EXAMPLE = 'rediss://site:password@redis.example:6379';

export function readRedisUrl(reader: Reader): string | null {
	const url = reader.secret('REDIS_URL', REDIS_EXAMPLE);
	if (url === null) return null;
	const { protocol = '', hostname = '' } = URL.parse(url) ?? {};
	if (/^rediss?:$/.test(protocol) && hostname !== '') return url;
	reader.refuse(`REDIS_URL must begin with redis:// or rediss:// and name a host. Example: REDIS_URL=${REDIS_EXAMPLE}`);
	return null;
}

export type PushConfig = NonNullable<ReturnType<typeof readPush>>;

const EXAMPLE = 'from: npm run push-keys';

/** Reads the key of web push. Without it the site sends no reminders, and no page mentions any. */
export function readPush(reader: Reader, publicUrl: string) {
	const privateKey = reader.secret('VAPID_PRIVATE_KEY', EXAMPLE);
	const emulatorOrigin = readOrigin(reader, 'PUSH_EMULATOR', 'http://127.0.0.1:4340');
	if (emulatorOrigin !== null && !isLoopback(emulatorOrigin))
		reader.refuse('PUSH_EMULATOR must be on this machine. The push services of browsers need no setting');
	if (privateKey === null) return null;
	const publicKey = publicKeyOf(privateKey);
	if (publicKey === null) reader.refuse('VAPID_PRIVATE_KEY is no key. Make one: npm run push-keys');
	return {
		/** Uncompressed point of P-256, in base64url. */
		publicKey: publicKey ?? '',
		privateKey,
		/** Where push services find whoever runs the site. */
		subject: publicUrl.startsWith('https://') ? publicUrl : 'mailto:nobody@localhost',
		emulatorOrigin,
	};
}

/** The point that belongs to the number. Null if it is no key of P-256. */
function publicKeyOf(privateKey: string): string | null {
	if (!/^[\w-]{43}$/.test(privateKey)) return null;
	const pair = createECDH('prime256v1');
	try {
		pair.setPrivateKey(privateKey, 'base64url');
	} catch {
		return null;
	}
	return pair.getPublicKey('base64url');
}

const LISTENER = '127.0.0.1:9464';

/** Listener for `/metrics`, or null. It must not be the site's own, where visitors could reach it. */
export function readMetrics(reader: Reader, site: { port: number }) {
	const text = reader.text('METRICS_LISTEN', LISTENER);
	if (text === null) return null;
	const [, address = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
	const [host, port] = [address.replace(/^\[(.+)\]$/, '$1'), Number(digits)];
	const isGood = digits !== '' && isHost(host) && port <= 65_535;
	reader.expect('METRICS_LISTEN', text, isGood, 'must be a port, or an address and a port', LISTENER);
	if (isGood && port !== 0 && port === site.port)
		reader.refuse(
			`METRICS_LISTEN and PORT are the same: metrics need a port that visitors cannot reach. Example: 9464`,
		);
	return { port, host };
}
