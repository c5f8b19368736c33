/** A link that operators configured: a page of ours, or another site's. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LINK_TARGET_BLANK } from '#contract/values/constants.ts';
import { isLocalPath } from '#contract/pages.ts';

export interface AnyLinkProps {
	to: string;
	target?: string | null;
	className?: string;
	children: ReactNode;
}

export function AnyLink({ to, target, className, children }: AnyLinkProps) {
	if (isLocalPath(to) && target !== LINK_TARGET_BLANK)
		return (
			<Link className={className} to={to}>
				{children}
			</Link>
		);
	return (
		<a
			className={className}
			href={to}
			target={target === LINK_TARGET_BLANK ? target : undefined}
			rel="noopener noreferrer"
		>
			{children}
		</a>
	);
}
