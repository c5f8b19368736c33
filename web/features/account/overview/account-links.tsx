/** Links to the other pages of the account. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '#ui/icons.tsx';
import { paths } from '../../../paths.ts';
import { useLogOut } from '../../../lib/session/use-log-out.ts';
import '../../../lib/elements/panel.css';
import './account-links.css';

export function AccountLinks() {
	const logOut = useLogOut();
	return (
		<section className="panel account-links">
			<Link className="account-link" to={paths.gemRecords}>
				<Line icon="list">
					<Trans>Usage Records</Trans>
				</Line>
			</Link>
			<Link className="account-link" to={paths.myVotes}>
				<Line icon="heart">
					<Trans>My Votes</Trans>
				</Line>
			</Link>
			<Link className="account-link" to={paths.myArtist}>
				<Line icon="person">
					<Trans>My artist</Trans>
				</Line>
			</Link>
			<Link className="account-link" to={paths.store}>
				<Line icon="card">
					<Trans>Store</Trans>
				</Line>
			</Link>
			<button type="button" className="account-link" onClick={logOut}>
				<Icon name="exit" />
				<Trans>Log Out</Trans>
				<Icon name="right" className="account-link-arrow" />
			</button>
		</section>
	);
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
	return (
		<>
			<Icon name={icon} />
			{children}
			<Icon name="right" className="account-link-arrow" />
		</>
	);
}
