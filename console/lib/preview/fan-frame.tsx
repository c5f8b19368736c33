/**
 * Shows content as fans see it, in a sandboxed frame with the site's styles: no scripts, forms or windows. The frame
 * keeps its origin, because our styles and pictures are served to no other origin.
 */
import base from '#ui/base.css?url';
import fonts from '#ui/fonts.css?url';
import prose from '#ui/prose.css?url';
import { useTheme } from '#ui/theme.ts';
import tokens from '#ui/tokens.css?url';
import page from './fan-page.css?url';
import './fan-frame.css';

interface FanFrameProps {
	title: string;
	/** HTML of the body. The server has sanitized the operators' part of it. */
	body: string;
}

export function FanFrame({ title, body }: FanFrameProps) {
	const [theme] = useTheme();
	const styles = [fonts, tokens, base, prose, page].map((url) => `<link rel="stylesheet" href="${url}">`).join('');
	const html = `<!doctype html><html lang="en" data-theme="${theme}"><head>${styles}</head><body class="fan-page">${body}</body></html>`;
	return (
		<div className="fan-frame">
			<iframe title={title} sandbox="allow-same-origin" srcDoc={html} />
		</div>
	);
}
