/** The return from a provider: exchanges the token for a session, and sends the fan on to the page they wanted. */
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearchParams } from 'react-router';
import { placeToReturn, placeWithoutSignIn } from '../features/sign-in/addresses.ts';
import { ArrivalNotice, useArrival } from '../features/sign-in/arrival-notice.tsx';
import { SignInHall } from '../features/sign-in/sign-in-hall.tsx';
import { inTime } from '../lib/lazy-page.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';

export default function LoginCallbackPage() {
	const { t } = useLingui();
	usePageTitle(t`Log in`);
	const navigate = useNavigate();
	const [search] = useSearchParams();
	const from = placeToReturn(search.get('from'));
	const arrival = useArrival(search.get('error'), (user) => {
		const ssoType = search.get('sso_type') ?? user.register_platform;
		if (!user.is_new_user) {
			void navigate(from, { replace: true });
			return;
		}
		const goOn = () => void navigate(paths.register(ssoType), { replace: true });
		// Load the next page's script first: a missing page may empty the screen, where 'redirecting...' belongs. The
		// router reports a script that fails to load.
		void inTime(import('./register.tsx')).then(goOn, goOn);
	});
	return (
		<SignInHall closeTo={placeWithoutSignIn(from)}>
			<ArrivalNotice arrival={arrival} from={from} seconds={Number(search.get('retry_after')) || 60} />
		</SignInHall>
	);
}
