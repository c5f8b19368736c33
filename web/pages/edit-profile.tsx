import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearchParams } from 'react-router';
import { AccountData } from '../features/account/account-data.tsx';
import { EditProfileForm } from '../features/account/profile/edit-profile-form.tsx';
import { SessionList } from '../features/account/session-list.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { LEAVING, paths, type WayBack } from '../paths.ts';
import { useLogOut } from '../lib/session/use-log-out.ts';
import './account.css';

export default function EditProfilePage() {
	const { t } = useLingui();
	usePageTitle(t`Edit Profile`);
	const { user, update } = useSession();
	const navigate = useNavigate();
	const logOut = useLogOut();
	const [search, setSearch] = useSearchParams();
	const signInAgain = () => {
		const state: WayBack = { from: paths.leaving };
		void navigate(paths.login, { state });
	};
	if (!user) return null;
	return (
		<div className="wrap">
			<div className="edit-profile">
				<BackLink to={paths.account}>{t`My Account`}</BackLink>
				<section className="panel account-panel">
					<h1>{t`Edit Profile`}</h1>
					<EditProfileForm
						user={user}
						onDone={(updated) => {
							update(updated);
							void navigate(paths.account, { replace: true });
						}}
					/>
				</section>
				<SessionList />
				<AccountData
					user={user}
					onLeft={logOut}
					deleting={search.has(LEAVING)}
					onDeleting={(deleting) => setSearch(deleting ? { [LEAVING]: '1' } : {}, { replace: true })}
					onSignInAgain={signInAgain}
				/>
			</div>
		</div>
	);
}
