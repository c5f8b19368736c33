/** The Content-Security-Policy of pages: scripts, styles, fonts and data from our own origin only. */
import { VIDEO_HOSTS } from '#server/content/html.ts';

export const pagePolicy = {
	global: true,
	contentSecurityPolicy: {
		useDefaults: false,
		directives: {
			defaultSrc: ["'self'"],
			scriptSrc: ["'self'"],
			styleSrc: ["'self'"],
			// The colors of fandoms and the widths of bars are attributes of the rendered page (docs/security.md).
			styleSrcAttr: ["'unsafe-inline'"],
			imgSrc: ["'self'", 'data:', 'blob:'],
			fontSrc: ["'self'"],
			connectSrc: ["'self'"],
			workerSrc: ["'self'"],
			manifestSrc: ["'self'"],
			frameSrc: VIDEO_HOSTS.map((host) => `https://${host}`),
			objectSrc: ["'none'"],
			baseUri: ["'none'"],
			formAction: ["'self'"],
			frameAncestors: ["'none'"],
		},
	},
	crossOriginEmbedderPolicy: false,
	// Set by the edge, where it depends on the site's own address.
	strictTransportSecurity: false,
	referrerPolicy: { policy: 'no-referrer' as const },
};

/** The same for operators. An article is previewed in a frame that may do nothing; pictures show before they are sent. */
export const consolePolicy = {
	...pagePolicy,
	contentSecurityPolicy: {
		...pagePolicy.contentSecurityPolicy,
		directives: { ...pagePolicy.contentSecurityPolicy.directives, frameSrc: ["'self'"] },
	},
};
