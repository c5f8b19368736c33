/** Tells an operator without a passkey that they can only look around, and offers to create one. */
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
				<Link to={paths.passkeys}>created a passkey</Link>.
			</Trans>
		</p>
	);
}
