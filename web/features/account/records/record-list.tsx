/** Lists records, each with its time in the site's time zone and an amount. */
import type { ReactNode } from 'react';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime } from '../../../lib/time.ts';
import './record-list.css';

export function RecordList({ children }: { children: ReactNode }) {
	return <ul className="panel record-list">{children}</ul>;
}

interface RecordLineProps {
	/** Decoration at its beginning. */
	picture?: ReactNode;
	title: ReactNode;
	/** Epoch seconds. */
	time: number;
	/** Further details of the record. */
	children?: ReactNode;
	amount: ReactNode;
	/** True if the amount was gained. */
	gain?: boolean;
	/** True if the amount does not count. It is shown struck through. */
	struck?: boolean;
	/** Below the record, over its whole width. */
	after?: ReactNode;
}

export function RecordLine({
	picture,
	title,
	time,
	children,
	amount,
	gain = false,
	struck = false,
	after,
}: RecordLineProps) {
	const { timeZone, name: zone } = useTimezone();
	return (
		<li className="record">
			{picture}
			<span className="record-words">
				<b>{title}</b>
				<time dateTime={new Date(time * 1000).toISOString()}>
					{formatDateTime(time, timeZone)} {zone}
				</time>
				{children}
			</span>
			<span className={`record-amount ${gain ? 'record-gain' : ''} ${struck ? 'record-struck' : ''}`}>{amount}</span>
			{after}
		</li>
	);
}

export function RecordListSkeleton() {
	return (
		<div className="panel record-list" aria-busy="true">
			{[1, 2, 3, 4, 5, 6].map((place) => (
				<div className="record" key={place}>
					<span className="record-words">
						<Skeleton className="record-skeleton-title" />
						<Skeleton className="record-skeleton-time" />
					</span>
					<Skeleton className="record-skeleton-amount" />
				</div>
			))}
		</div>
	);
}
