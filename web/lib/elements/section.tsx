import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Icon } from '#ui/icons.tsx';

export interface SectionProps {
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
