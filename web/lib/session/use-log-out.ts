import { useNavigate } from 'react-router';
import { useSession } from './session.tsx';
import { paths } from '../../paths.ts';

/** Clears the session and goes to /login. */
export function useLogOut(): () => void {
	const { signOut } = useSession();
	const navigate = useNavigate();
	return () => {
		// First away from a guarded page, which would otherwise ask for its way back.
		void navigate(paths.login);
		signOut();
	};
}
