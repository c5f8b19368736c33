/** The Content-Security-Policy of pages: scripts, styles, fonts and data from our own origin only. */
import { VIDEO_HOSTS } from '#server/content/html.ts';

const pagePolicy = {
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
			frameAncestors: ["'none'"] as string[],
		},
	},
	crossOriginEmbedderPolicy: false,
	// Set by the edge, where it depends on the site's own address.
	strictTransportSecurity: false,
	referrerPolicy: { policy: 'no-referrer' as const },
	// For what cannot show the pages, or does so anyway; the first answer has to fit into the first packets.
	xDnsPrefetchControl: false,
	xDownloadOptions: false,
	xPermittedCrossDomainPolicies: false,
	xXssProtection: false,
	// Who may frame a page is in its policy, which counts alone where there is one.
	xFrameOptions: false,
};

const policyWith = (directives: Partial<(typeof pagePolicy)['contentSecurityPolicy']['directives']>) => ({
	...pagePolicy,
	contentSecurityPolicy: {
		...pagePolicy.contentSecurityPolicy,
		directives: { ...pagePolicy.contentSecurityPolicy.directives, ...directives },
	},
});

interface Origins {
	publicUrl: string;
	consoleUrl: string;
}

export const sitePolicy = ({ publicUrl, consoleUrl }: Origins) =>
	policyWith({ frameAncestors: [consoleUrl === publicUrl ? "'self'" : consoleUrl] });

/** The same for operators. Drafts are previewed in frames; pictures show before they are sent. */
export const consolePolicy = ({ publicUrl }: Origins) => policyWith({ frameSrc: ["'self'", publicUrl] });
