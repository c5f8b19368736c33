/** Account menu: the operator's name, the theme switch, links to passkeys and sessions, and sign-out. */
import { Trans } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { signOut } from '#contract/operator/operators/session.ts';
import { Icon } from '#ui/icons.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { call } from '../lib/api/call.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useErrorText } from '../lib/api/error-text.ts';
import { useSignedIn } from '../lib/session/operator.tsx';
import { RoleName } from '../lib/session/role-name.tsx';
import { BASE, paths } from '../paths.ts';

export function Account({ onChoose }: { onChoose?: () => void }) {
	const { operator } = useSignedIn();
	const toast = useToast();
	const textOf = useErrorText();
	async function leave() {
		try {
			await call(signOut, {});
			// Reload the page, so that no data stays in memory.
			window.location.assign(BASE);
		} catch (error) {
			toast(textOf(error));
		}
	}
	return (
		<div className="account">
			<p className="account-person">
				<b>{operator.name ?? operator.email}</b>
				<RoleName role={operator.role} />
			</p>
			<ThemeToggle withText className="account-item" />
			<NavLink to={paths.passkeys} className="account-item" onClick={onChoose}>
				<ConsoleIcon name="operators" />
				<Trans>Passkeys and sessions</Trans>
			</NavLink>
			<button type="button" className="account-item" onClick={() => void leave()}>
				<Icon name="exit" />
				<Trans>Log out</Trans>
			</button>
		</div>
	);
}
