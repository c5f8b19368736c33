import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';

export default function NotFoundPage() {
	const { t } = useLingui();
	usePageTitle('404');
	return (
		<div className="wrap" data-hall="unlit">
			<Empty
				heading
				lit={false}
				title={<Trans>PAGE NOT FOUND</Trans>}
				action={<Link className={buttonClass({})} to={paths.home}>{t`Go to Home`}</Link>}
			>
				<Trans>There is nothing at this address.</Trans>
			</Empty>
		</div>
	);
}
