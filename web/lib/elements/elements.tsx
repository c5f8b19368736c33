import { Trans, Plural, useLingui } from '@lingui/react/macro';
import { useTimezone } from '../site/get-site.ts';
import { type ReactNode, useId } from 'react';
import { formatDateTime } from '../time.ts';
import { Link } from 'react-router';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Empty, type EmptyProps } from '#ui/primitives/empty.tsx';
import { isRefusal } from '#client/call.ts';
import '#ui/prose.css';

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
			<div className="section-head row gap-4">
				<h2 id={heading}>{title}</h2>
				{more && (
					<Link className="section-more hovers target muted semibold gap-1 push" to={more.to}>
						{more.text}
						<Icon name="right" />
					</Link>
				)}
			</div>
			{children}
		</section>
	);
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<div>
			<dt className="faint text-s breaks">{name}</dt>
			<dd className="bold breaks">{children}</dd>
		</div>
	);
}

/** Null while nothing is searched for, or while the results are not known. Always rendered, or it is not announced. */
export function ResultCount({ count }: { count: number | null }) {
	return (
		<output className="visually-hidden">
			{count === null ? null : <Plural value={count} one="# result" other="# results" />}
		</output>
	);
}

/** HTML that operators wrote and the server sanitized. The only component that inserts HTML. */
export function Prose({ html, lang, className = '' }: { html: string; lang?: string | undefined; className?: string }) {
	return <div lang={lang} className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}

export interface NotLoadedProps {
	onRetry: () => void;
	/** True where nothing else names the page. */
	heading?: boolean;
}

export const NoData = (props: Omit<EmptyProps, 'title'>) => <Empty title={<Trans>No Data</Trans>} {...props} />;

export const NotLoaded = ({ onRetry, heading }: NotLoadedProps) => (
	<NoData heading={heading} action={<TryAgain onRetry={onRetry} />}>
		<Trans>This could not be loaded.</Trans>
	</NoData>
);

export function TryAgain({ onRetry }: Pick<NotLoadedProps, 'onRetry'>) {
	const { t } = useLingui();
	return <Button variant="quiet" onClick={onRetry}>{t`Try again`}</Button>;
}

/** In the place of a page. */
export const NotThere = ({ error, onRetry }: NotLoadedProps & { error: unknown }) =>
	isRefusal(error) ? <NoData heading /> : <NotLoaded heading onRetry={onRetry} />;
