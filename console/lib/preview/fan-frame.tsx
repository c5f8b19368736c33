/**
 * Something as fans see it, in a frame with the site's styles that may do nothing: no script, no form, no window.
 * It keeps its origin, for our own styles and pictures are answered to no other.
 */
import base from '#ui/base.css?url';
import prose from '#ui/prose.css?url';
import tokens from '#ui/tokens.css?url';
import { useTheme } from '#ui/theme.ts';
import './fan-frame.css';

export interface FanFrameProps {
	title: string;
	/** HTML of the body. The server has sanitized the operators' part of it. */
	body: string;
	/** As on a wide screen, made smaller to fit; else as on a phone. */
	wide?: boolean;
}

export function FanFrame({ title, body, wide = false }: FanFrameProps) {
	const [theme] = useTheme();
	const styles = [tokens, base, prose].map((url) => `<link rel="stylesheet" href="${url}">`).join('');
	const page = `<!doctype html><html lang="en" data-theme="${theme}"><head>${styles}</head><body>${body}</body></html>`;
	return (
		<div className={`fan-frame${wide ? ' fan-frame-wide' : ''}`}>
			<iframe title={title} sandbox="allow-same-origin" srcDoc={page} />
		</div>
	);
}
