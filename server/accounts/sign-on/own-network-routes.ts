/** Serves the name of the site's own sign-on network, and its logo as a small picture of our own. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { getSignOnNetwork } from '#contract/accounts.ts';
import { API_BASE } from '#contract/calls.ts';
import type { OwnNetworkConfig } from '#server/config/config.ts';
import { serve } from '#server/http/serve.ts';

const LOGO_PATH = `${API_BASE}/login/network/logo`;
/** Three times the size on screen, in pixels. */
const LOGO_PIXELS = 72;

/** @throws {Error} if the logo is not a picture. The site then does not start. */
export async function ownNetworkRoutes(app: FastifyInstance, config: OwnNetworkConfig | null): Promise<void> {
	const logo = config?.logoFile ? await readLogo(config.logoFile) : null;
	const network = config && { name: config.name, logo_url: logo && `${LOGO_PATH}?v=${logo.version}` };
	serve(app, getSignOnNetwork, () => ({ network }));
	if (!logo) return;
	app.get(LOGO_PATH, (_request, reply) =>
		reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(logo.bytes),
	);
}

async function readLogo(file: string): Promise<{ bytes: Buffer; version: string }> {
	try {
		const size = { width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'contain', background: '#0000' } as const;
		const bytes = await sharp(await readFile(file))
			.resize(size)
			.webp()
			.toBuffer();
		return { bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) };
	} catch (cause) {
		throw new Error('OIDC_LOGO must be a picture file that the site can read, such as logo.png', { cause });
	}
}
