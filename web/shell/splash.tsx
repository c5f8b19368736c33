/** Shown while there is nothing else to show: the session is looked up, or a page's script is on its way. */
import { Logo } from '#ui/logo.tsx';
import './splash.css';

export function Splash() {
	return (
		<div className="splash" aria-hidden="true">
			<Logo />
		</div>
	);
}
