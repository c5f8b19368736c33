import type { ReactNode } from 'react';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Moment } from '../../../lib/elements/elements.tsx';
import './record-list.css';

export function RecordList({ children }: { children: ReactNode }) {
	return <ul className="panel record-list">{children}</ul>;
}

interface RecordLineProps {
	picture?: ReactNode;
	title: ReactNode;
	time?: number;
	children?: ReactNode;
	amount: ReactNode;
	gain?: boolean;
	struck?: boolean;
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
	return (
		<li className="record wraps row between">
			{picture}
			<span className="record-words min-0">
				<b className="block semibold breaks">{title}</b>
				{time !== undefined && <Moment seconds={time} className="faint text-s" />}
				{children}
			</span>
			<span
				className={`record-amount no-shrink row gap-2 bold ${gain ? 'good' : ''} ${struck ? 'record-struck faint' : ''}`}
			>
				{amount}
			</span>
			{after}
		</li>
	);
}

export function RecordListSkeleton() {
	return (
		<div className="panel record-list" aria-busy="true">
			{[1, 2, 3, 4, 5, 6].map((place) => (
				<div className="record wraps row between" key={place}>
					<span className="record-words min-0">
						<Skeleton style={{ width: '12rem', height: '1.125rem' }} />
						<Skeleton className="mt-2" style={{ width: '9rem', height: '0.875rem' }} />
					</span>
					<Skeleton style={{ width: '4rem', height: '1.25rem' }} />
				</div>
			))}
		</div>
	);
}
