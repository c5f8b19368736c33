import { useNavigate } from 'react-router';
import { useSession } from './session.tsx';
import { paths } from '../../paths.ts';

/** Clears the session and goes to /login. */
export function useLogOut(): () => void {
	const { signOut } = useSession();
	const navigate = useNavigate();
	return () => {
		// Leave a guarded page first. Otherwise its guard would send the fan to /login with a way back.
		void navigate(paths.login);
		signOut();
		// The next person on this device gets none of this fan's reminders.
		if ('Notification' in window && Notification.permission === 'granted') {
			import('../push-device.ts').then(({ unsubscribeDevice }) => unsubscribeDevice()).catch(() => undefined);
		}
	};
}
