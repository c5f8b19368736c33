import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { placeToReturn, placeWithoutSignIn } from '../features/sign-in/addresses.ts';
import { LoginForm } from '../features/sign-in/login-form.tsx';
import { SignInHall } from '../features/sign-in/sign-in-hall.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import type { WayBack } from '../paths.ts';

export default function LoginPage() {
	const { t } = useLingui();
	usePageTitle(t`Log in`);
	const state: Partial<WayBack> | null = useLocation().state;
	const from = placeToReturn(state?.from);
	return (
		<SignInHall closeTo={placeWithoutSignIn(from)}>
			<LoginForm from={from} artist={state?.artist} />
		</SignInHall>
	);
}
