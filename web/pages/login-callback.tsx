/** Back from a provider: the token becomes a session, and the fan goes on to where they wanted to be. */
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearchParams } from 'react-router';
import { placeToReturn, placeWithoutSignIn } from '../features/sign-in/addresses.ts';
import { ArrivalNotice } from '../features/sign-in/arrival-notice.tsx';
import { SignInHall } from '../features/sign-in/sign-in-hall.tsx';
import { useArrival } from '../features/sign-in/use-arrival.ts';
import { inTime } from '../lib/lazy-page.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
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
		// Its script first: a page that is not there yet may empty the screen, where 'redirecting...' belongs. One that does
		// not come is told of by the router.
		void inTime(import('./register.tsx')).then(goOn, goOn);
	});
	return (
		<SignInHall closeTo={placeWithoutSignIn(from)}>
			<ArrivalNotice arrival={arrival} from={from} />
		</SignInHall>
	);
}
