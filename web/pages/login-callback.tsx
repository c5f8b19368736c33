/** Back from a provider: the token becomes a session, and the fan goes on to where they wanted to be. */
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearchParams } from 'react-router';
import { placeToReturn, placeWithoutSignIn } from '../features/sign-in/addresses.ts';
import { ArrivalNotice } from '../features/sign-in/arrival-notice.tsx';
import { SignInHall } from '../features/sign-in/sign-in-hall.tsx';
import { useArrival } from '../features/sign-in/use-arrival.ts';
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
		void navigate(user.is_new_user ? paths.register(ssoType) : from, { replace: true });
	});
	return (
		<SignInHall closeTo={placeWithoutSignIn(from)}>
			<ArrivalNotice arrival={arrival} from={from} />
		</SignInHall>
	);
}
