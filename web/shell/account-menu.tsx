import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Icon } from '#ui/icons.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { paths } from '../paths.ts';
import { Avatar } from '../lib/elements/picture.tsx';
import { useLogOut } from '../lib/session/session.tsx';
import './header.css';

export default function AccountMenu({ user }: { user: User }) {
	const { t } = useLingui();
	const id = useId();
	const menu = useRef<HTMLDivElement>(null);
	const logOut = useLogOut();
	const hide = () => menu.current?.hidePopover();
	return (
		<div className="account desktop-only">
			<button type="button" className="account-button block round" popoverTarget={id} aria-label={t`Account menu`}>
				<Avatar name={user.name} url={user.avatar_url} />
			</button>
			<div ref={menu} id={id} popover="auto" className="account-menu">
				<p className="account-name muted text-s ellipsis">{user.name ?? user.email}</p>
				<Link className="account-item row gap-3 full-width rounded semibold text-m" to={paths.account} onClick={hide}>
					<Icon name="person" />
					<Trans>Profile</Trans>
				</Link>
				<ThemeToggle withText className="account-item row gap-3 full-width rounded semibold text-m" />
				<button
					type="button"
					className="account-item row gap-3 full-width rounded semibold text-m"
					onClick={() => {
						hide();
						logOut();
					}}
				>
					<Icon name="exit" />
					<Trans>Log Out</Trans>
				</button>
			</div>
		</div>
	);
}
