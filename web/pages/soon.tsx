/** A section whose doors have not opened yet. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';

export default function SoonPage() {
	const { t } = useLingui();
	usePageTitle(t`Opening soon`);
	return (
		<div className="wrap">
			<Empty
				heading
				title={<Trans>Opening soon</Trans>}
				action={
					<Link className={buttonClass({ variant: 'quiet' })} to={paths.leaderboard()}>
						<Trans>See the charts</Trans>
					</Link>
				}
			>
				<Trans>We are still setting up this part of the hall.</Trans>
			</Empty>
		</div>
	);
}
