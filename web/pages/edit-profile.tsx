/** Contact email and nickname of the fan. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { EditProfileForm } from '../features/account/edit-profile-form.tsx';
import { BackLink } from '../lib/back-link.tsx';
import { useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import './edit-profile.css';

export default function EditProfilePage() {
	const { t } = useLingui();
	usePageTitle(t`Edit Profile`);
	const { user, update } = useSession();
	const navigate = useNavigate();
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
			</div>
		</div>
	);
}
