/** Shows the fan's picture with the provider's badge, their name and address, and a link to edit them. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Icon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { useNetworkName } from '../../../lib/site/get-network.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../lib/elements/avatar.tsx';
import { platformLetter } from './platform.ts';
import '../../../lib/elements/panel.css';
import './profile-card.css';

export function ProfileCard({ user }: { user: User }) {
	const platform = useNetworkName(user.register_platform);
	return (
		<section className="panel profile-card">
			<div className="profile-card-picture">
				<Avatar name={user.name} url={user.avatar_url} className="profile-card-avatar" />
				<span className="profile-card-badge">
					<span aria-hidden="true">{platformLetter(user.register_platform)}</span>
					<span className="visually-hidden">
						<Trans>Signed up with {platform}</Trans>
					</span>
				</span>
			</div>
			<h2>{user.name}</h2>
			<p>{user.email}</p>
			<Link className={buttonClass({ variant: 'quiet' })} to={paths.editProfile}>
				<Icon name="edit" />
				<Trans>Edit</Trans>
			</Link>
		</section>
	);
}
