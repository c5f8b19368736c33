/** A link that operators configured: a page of ours, or another site's. Without an address, what it holds alone. */
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { LINK_TARGET_BLANK } from '#contract/values/constants.ts';
import { isLocalPath } from '#contract/pages.ts';

export interface AnyLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> {
	to: string | null;
	target?: string | null;
}

export function AnyLink({ to, target, children, ...looks }: AnyLinkProps) {
	if (to === null) return <span {...looks}>{children}</span>;
	if (isLocalPath(to) && target !== LINK_TARGET_BLANK)
		return (
			<Link {...looks} to={to}>
				{children}
			</Link>
		);
	return (
		<a {...looks} href={to} target={target === LINK_TARGET_BLANK ? target : undefined} rel="noopener noreferrer">
			{children}
		</a>
	);
}
