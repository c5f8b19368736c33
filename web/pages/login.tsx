import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { placeToReturn, placeWithoutSignIn } from '../features/sign-in/addresses.ts';
import { LoginForm } from '../features/sign-in/login-form.tsx';
import { SignInHall } from '../features/sign-in/sign-in-hall.tsx';
import { storedToken } from '../lib/api/call.ts';
import { meQuery } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import type { WayBack } from '../paths.ts';

export default function LoginPage() {
	const { t } = useLingui();
	usePageTitle(t`Log in`);
	const state: Partial<WayBack> | null = useLocation().state;
	const me = useQueryClient().getQueryData(meQuery.queryKey);
	const from = placeToReturn(state?.from);
	// A token that the server no longer knows: the fan did not log out.
	const ended = (state?.ended ?? false) || (me === null && storedToken() !== null);
	return (
		<SignInHall closeTo={placeWithoutSignIn(from)}>
			<LoginForm from={from} artist={state?.artist} ended={ended} again={state?.again ?? false} />
		</SignInHall>
	);
}
