import { useLingui } from '@lingui/react/macro';
import { Navigate, useNavigate } from 'react-router';
import { RegisterForm } from '../features/account/profile/register-form.tsx';
import { useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';

export default function RegisterPage() {
	const { t } = useLingui();
	usePageTitle(t`Sign up`);
	const { user, update } = useSession();
	const navigate = useNavigate();
	if (!user) return <Navigate to={paths.login} replace />;
	if (!user.is_new_user) return <Navigate to={paths.home} replace />;
	return (
		<div className="wrap">
			<section className="panel account-panel">
				<h1>{t`Welcome to the hall`}</h1>
				<p className="muted mt-2">{t`A few words about you, then your seat is ready.`}</p>
				<RegisterForm
					user={user}
					onDone={(registered) => {
						update(registered);
						void navigate(paths.home, { replace: true });
					}}
				/>
			</section>
		</div>
	);
}
