/** Contact email and nickname of the fan, and the account itself. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { AccountData } from '../features/account/account-data.tsx';
import { EditProfileForm } from '../features/account/edit-profile-form.tsx';
import { BackLink } from '../lib/back-link.tsx';
import { useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { useLogOut } from '../shell/use-log-out.ts';
import './edit-profile.css';

export default function EditProfilePage() {
	const { t } = useLingui();
	usePageTitle(t`Edit Profile`);
	const { user, update } = useSession();
	const navigate = useNavigate();
	const logOut = useLogOut();
	if (!user) return null;
	return (
		<div className="wrap">
			<div className="edit-profile">
				<BackLink to={paths.account}>
					<Trans>My Account</Trans>
				</BackLink>
				<section className="panel account-panel">
					<h1>
						<Trans>Edit Profile</Trans>
					</h1>
					<EditProfileForm
						user={user}
						onDone={(updated) => {
							update(updated);
							void navigate(paths.account, { replace: true });
						}}
					/>
				</section>
				<AccountData user={user} onLeft={logOut} />
			</div>
		</div>
	);
}
