/** Avatars: the provider's picture, copied once after a sign-in. A browser is never sent to the provider for it. */
import type { SsoType } from '#contract/values/shapes.ts';
import { isLoopback, type Config } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import type { JobPayloads } from '#server/jobs/jobs.ts';
import { storeImage, UnusableImage } from '#server/media/media.ts';
import type { MediaStore } from '#server/media/store.ts';
import { fetchPicture, RefusedPicture, type PictureSource } from './fetch-picture.ts';
import * as sql from '../sql.ts';

/** Domains of the pictures that the providers' ID tokens point to. */
const pictureDomains = { google: ['googleusercontent.com'], line: ['line-scdn.net'] };

export interface AvatarDeps {
	db: Database;
	config: Pick<Config, 'providers'>;
	media: MediaStore;
	log: { info(message: string): void };
}

/**
 * Copies the avatar. A refused picture leaves the avatar unchanged. If the provider is unavailable, the job is retried.
 */
export function copyAvatar({
	db,
	config,
	media,
	log,
}: AvatarDeps): (payload: JobPayloads['copy_avatar']) => Promise<void> {
	return async ({ fanId, provider, pictureUrl }) => {
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
