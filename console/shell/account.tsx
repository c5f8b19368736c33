/** The operator's name, the theme switch, a link to passkeys and sessions, and log-out: always in reach. */
import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { signOut } from '#contract/operator/operators/session.ts';
import { Icon } from '#ui/icons.tsx';
import { IconButton } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { call } from '../lib/api/call.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useErrorText } from '../lib/api/error-text.ts';
import { useSignedIn } from '../lib/session/operator.tsx';
import { RoleName } from '../lib/session/role-name.tsx';
import { BASE, paths } from '../paths.ts';
import './account.css';

export function Account({ onChoose }: { onChoose?: () => void }) {
	const { t } = useLingui();
	const { operator } = useSignedIn();
	const toast = useToast();
	const textOf = useErrorText();
	const passkeys = t`Passkeys and sessions`;
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
			<NavLink to={paths.passkeys} className="icon-button" aria-label={passkeys} title={passkeys} onClick={onChoose}>
				<ConsoleIcon name="operators" />
			</NavLink>
			<ThemeToggle />
			<IconButton label={t`Log out`} title={t`Log out`} onClick={() => void leave()}>
				<Icon name="exit" />
			</IconButton>
		</div>
	);
}
