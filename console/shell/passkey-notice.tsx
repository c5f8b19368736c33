/** For an operator without a passkey: they look around, and are led to making one. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSignedIn } from '../lib/session/operator.tsx';
import { paths } from '../paths.ts';
import './passkey-notice.css';

export function PasskeyNotice() {
	const { entered } = useSignedIn();
	if (entered) return null;
	return (
		<p className="passkey-notice" role="note">
			<Trans>
				You can look around. Personal data stays hidden and nothing can be changed until you have{' '}
				<Link to={paths.passkeys}>made a passkey</Link>.
			</Trans>
		</p>
	);
}
