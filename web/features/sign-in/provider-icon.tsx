/** The providers' own marks, in their own colors. Decorative: the button carries the name. */
import { Icon } from '#ui/icons.tsx';
import type { SsoType } from '#contract/values/shapes.ts';

interface ProviderIconProps {
	provider: SsoType;
	/** Logo of the site's own network. */
	logoUrl: string | null;
}

export function ProviderIcon({ provider, logoUrl }: ProviderIconProps) {
	if (provider === 'oidc') {
		return logoUrl === null ? <Icon name="person" /> : <img className="provider-icon" src={logoUrl} alt="" />;
	}
	return (
		<svg className="provider-icon" viewBox="0 0 24 24" aria-hidden="true">
			{provider === 'google' ? <GoogleMark /> : <LineMark />}
		</svg>
	);
}

function GoogleMark() {
	return (
		<>
			<path
				d="M21.6 12.2c0-.7-.1-1.3-.2-1.9H12v3.7h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.3z"
				fill="#4285f4"
			/>
			<path
				d="M12 22c2.7 0 5-.9 6.6-2.4l-3.2-2.5c-.9.6-2 1-3.4 1a6 6 0 0 1-5.6-4.1H3.1v2.6A10 10 0 0 0 12 22z"
				fill="#34a853"
			/>
			<path d="M6.4 14a6 6 0 0 1 0-3.9V7.5H3.1a10 10 0 0 0 0 9z" fill="#fbbc05" />
			<path d="M12 6c1.5 0 2.8.5 3.8 1.5l2.9-2.9A10 10 0 0 0 3.1 7.5l3.3 2.6A6 6 0 0 1 12 6z" fill="#ea4335" />
		</>
	);
}

function LineMark() {
	return (
		<path
			d="M12 3C6.5 3 2 6.6 2 11c0 4 3.5 7.3 8.3 7.9.8.1.7.5.6 1.3l-.2 1.2c0 .4.1.9 1 .5 3.5-1.6 10.3-5.8 10.3-10.9C22 6.6 17.5 3 12 3z"
			fill="#06130b"
		/>
	);
}
