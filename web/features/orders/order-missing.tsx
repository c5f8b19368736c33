/** States of an order that does not exist, belongs to another fan, or is still loading. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { paths } from '../../paths.ts';
import './order-missing.css';

export function OrderMissing() {
	return (
		<Empty
			heading
			title={<Trans>This order does not exist</Trans>}
			action={
				<Link className={buttonClass({ variant: 'quiet' })} to={paths.store}>
					<Trans>Back to the store</Trans>
				</Link>
			}
		/>
	);
}

export function OrderSkeleton() {
	return <Skeleton className="order-skeleton" />;
}
