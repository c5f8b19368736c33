/** Shown while the session is looked up or a page's script is loading. */
import { Logo } from '#ui/icons.tsx';
import { NeedsScript } from '../lib/elements/needs-script.tsx';
import './app-shell.css';

export function Splash() {
	return (
		<>
			<div className="splash" aria-hidden="true">
				<Logo />
			</div>
			<div className="wrap">
				<NeedsScript />
			</div>
		</>
	);
}
