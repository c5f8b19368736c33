/** Lists the sign-in providers. Consent is given at registration, not here. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { SsoType } from '#contract/values/shapes.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useOwnNetwork } from '../../lib/site/get-network.ts';
import { paths } from '../../paths.ts';
import { useSignIn } from './get-login-address.ts';
import { ProviderIcon } from './provider-icon.tsx';
import './login-form.css';

interface Network {
	provider: SsoType;
	name: string;
	logoUrl?: string | null;
}

const providers: readonly Network[] = [
	{ provider: 'google', name: 'Google' },
	{ provider: 'line', name: 'Line' },
];

export interface LoginFormProps {
	/** The page to which the fan returns. */
	from: string;
	/** Name of the artist whom the fan was about to vote for. */
	artist?: string;
}

export function LoginForm({ from, artist }: LoginFormProps) {
	const [leavingTo, begin] = useSignIn(from);
	const own = useOwnNetwork();
	const networks = own
		? [...providers, { provider: 'oidc' as const, name: own.name, logoUrl: own.logo_url }]
		: providers;
	return (
		<div className="login-form">
			<h1>
				<Trans>Find your seat</Trans>
			</h1>
			<p className="login-form-lead">
				{artist === undefined ? (
					<Trans>Log in to vote, check in every day and keep your gems.</Trans>
				) : (
					<Trans>Log in, and your vote for {artist} goes on where you left it.</Trans>
				)}
			</p>
			{networks.map(({ provider, name, logoUrl }) => (
				<Button
					key={provider}
					className={`login-form-provider login-form-${provider}`}
					block
					busy={leavingTo === provider}
					disabled={leavingTo !== null && leavingTo !== provider}
					icon={<ProviderIcon provider={provider} logoUrl={logoUrl ?? null} />}
					onClick={() => begin(provider)}
				>
					<Trans>Continue with {name}</Trans>
				</Button>
			))}
			<p className="login-form-legal">
				<Trans>
					New here? When you register we ask you to accept the <Link to={paths.terms}>Terms of Service</Link> and the{' '}
					<Link to={paths.privacy}>Privacy Policy</Link>.
				</Trans>
			</p>
		</div>
	);
}
