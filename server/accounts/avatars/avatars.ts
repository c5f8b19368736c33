/** Avatars: the provider's picture, copied once after a sign-in. A browser is never sent to the provider for it. */
import type { SsoType } from '#contract/values/shapes.ts';
import { isLoopback, type Config } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { ask, readBody, within } from '#server/kernel/within.ts';
import type { JobPayloads } from '#server/jobs/jobs.ts';
import { storeImage, UnusableImage } from '#server/media/media.ts';
import type { MediaStore } from '#server/media/store.ts';
import * as sql from '../sql.ts';
import { PrivateAddress, publicLookup } from './public-address.ts';

/** Domains of the pictures that the providers' ID tokens point to. */
const pictureDomains = { google: ['googleusercontent.com'], line: ['line-scdn.net'] };

export interface AvatarDeps {
	db: Database;
	config: Pick<Config, 'providers'>;
	media: MediaStore;
	log: { info(message: string): void };
}

/** Copies the avatar. A refused picture leaves it unchanged. If the provider is unavailable, the job is retried. */
export function copyAvatar({ db, config, media, log }: AvatarDeps) {
	return async ({ fanId, provider, pictureUrl }: JobPayloads['copy_avatar']): Promise<void> => {
		try {
			const picture = await fetchPicture(pictureUrl, pictureSource(provider, config.providers));
			const { mediaId } = await storeImage(media, picture, { widths: [96, 320] });
			await db.transaction((tx) => sql.updateAvatar(tx, { fanId }, mediaId));
		} catch (error) {
			if (!(error instanceof RefusedPicture || error instanceof UnusableImage)) throw error;
			log.info(`avatar of fan ${fanId} not copied: ${error.message}`);
		}
	};
}

function pictureSource(provider: SsoType, providers: Config['providers']): PictureSource {
	const issuer = providers[provider]?.issuer;
	const loopbackOrigin = issuer && isLoopback(issuer) ? new URL(issuer).origin : null;
	// The site's own network must serve pictures from its own host; others are not copied.
	const domains = provider === 'oidc' ? (issuer ? [new URL(issuer).hostname] : []) : pictureDomains[provider];
	return { domains, loopbackOrigin };
}

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 2 * 1024 * 1024;

/** A retry would not help. Other failures may succeed later. */
export class RefusedPicture extends Error {}

interface PictureSource {
	domains: readonly string[];
	/** Origin of the emulated provider on this machine, which may use plain http and loopback addresses. */
	loopbackOrigin: string | null;
}

/** Fetches a picture from an untrusted address, and nothing else. @throws {RefusedPicture} */
export async function fetchPicture(
	pictureUrl: string,
	source: PictureSource,
	{ timeoutMs = TIMEOUT_MS, lookup = publicLookup } = {},
): Promise<Buffer> {
	const url = URL.canParse(pictureUrl) ? new URL(pictureUrl) : null;
	if (!url || !mayServe(url, source)) throw new RefusedPicture('The address is not one of the provider’s pictures');
	const resolver = url.origin === source.loopbackOrigin ? undefined : lookup;
	return within(async (signal) => {
		const response = await ask(url, { lookup: resolver, agent: false, signal }).catch((error: unknown) => {
			throw error instanceof PrivateAddress ? new RefusedPicture(error.message) : error;
		});
		const { statusCode = 0 } = response;
		if (statusCode === 200) return readBody(response, BYTES_MAX, RefusedPicture);
		// A redirect leads to an unchecked address.
		throw new (statusCode >= 500 ? Error : RefusedPicture)(`The provider answered ${statusCode}`);
	}, timeoutMs);
}

export function mayServe(url: URL, { domains, loopbackOrigin }: PictureSource): boolean {
	if (url.username || url.password) return false;
	if (url.origin === loopbackOrigin) return true;
	if (url.protocol !== 'https:' || url.port) return false;
	return domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
}
