import type { ReactNode } from 'react';

/** One named value of a description list. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<div>
			<dt className="faint">{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
