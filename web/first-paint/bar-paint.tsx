/** The top bar before the session is known: the name, and room for what stands at its end. */
import { firstPaintSlots } from '#contract/values/first-paint.ts';
import { Icon } from '#ui/icons.tsx';
import { Logo } from '#ui/logo.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';

export function BarPaint() {
	return (
		<div className="header">
			<div className="wrap header-bar">
				<span className="home-link">
					<Logo />
					{firstPaintSlots.product}
				</span>
				<div className="header-end">
					<Skeleton className="first-paint-pill" />
					<span className="icon-button mobile-only">
						<Icon name="menu" />
					</span>
				</div>
			</div>
		</div>
	);
}
