/** Lists labels and values, in as many columns as fit. */
import type { ReactNode } from 'react';
import './facts.css';

export interface Fact {
	name: string;
	value: ReactNode;
	/** True if the value is long. */
	wide?: boolean;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
	return (
		<dl className="facts">
			{facts.map(({ name, value, wide }) => (
				<div key={name} className={wide ? 'fact-wide' : undefined}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
