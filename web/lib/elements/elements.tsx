/** Small parts of pages. */
import { Trans } from '@lingui/react/macro';
import { useTimezone } from '../site/get-site.ts';
import { type ReactNode, useId } from 'react';
import { formatDateTime } from '../time.ts';
import { Link } from 'react-router';
import { Icon } from '#ui/icons.tsx';

/** Takes seconds since the epoch. */
export function useMoment(): (seconds: number) => string {
	const { timeZone, name } = useTimezone();
	return (seconds) => `${formatDateTime(seconds, timeZone)} ${name}`;
}

export function Moment({ seconds, className }: { seconds: number; className?: string }) {
	return (
		<time className={className} dateTime={new Date(seconds * 1000).toISOString()}>
			{useMoment()(seconds)}
		</time>
	);
}

/** Says to a reader without script, in its place, what is not there for them. Browsers with script do not show it. */
export function NeedsScript({ children = <Trans>This part needs JavaScript.</Trans> }: { children?: ReactNode }) {
	return (
		<noscript>
			<p className="subtext mt-3">{children}</p>
		</noscript>
	);
}

interface SectionProps {
	title: ReactNode;
	more?: { to: string; text: ReactNode };
	children: ReactNode;
}

export function Section({ title, more, children }: SectionProps) {
	const heading = useId();
	return (
		<section className="section" aria-labelledby={heading}>
			<div className="section-head">
				<h2 id={heading}>{title}</h2>
				{more && (
					<Link className="section-more" to={more.to}>
						{more.text}
						<Icon name="right" />
					</Link>
				)}
			</div>
			{children}
		</section>
	);
}
