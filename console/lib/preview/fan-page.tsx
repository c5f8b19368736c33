/** A page of the fans' site, with what is edited here in its place, as on a phone and as on a wide screen. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { presentSeconds } from '#client/server-clock.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { Preview } from '#contract/preview.ts';
import type { RankEntryConfig } from '#contract/site.ts';
import base from '#ui/base.css?url';
import fonts from '#ui/fonts.css?url';
import { Tabs } from '#ui/primitives/tabs.tsx';
import prose from '#ui/prose.css?url';
import { useTheme } from '#ui/theme.ts';
import tokens from '#ui/tokens.css?url';
import page from './fan-page.css?url';
import { useSignedIn } from '../session/operator.tsx';

/** The page is our own, and runs where its scripts may be loaded. It opens no window and leads the console nowhere. */
const RIGHTS = 'allow-scripts allow-same-origin';

type Screen = 'phone' | 'wide';

/** `start`: a page that is there already, if `path` is not. */
export function FanPage({ start, ...preview }: Preview & { start?: string }) {
	const origin = useSignedIn().site.origin || window.location.origin;
	const frame = useRef<HTMLIFrameElement>(null);
	// Counted: a page that is loaded again is told again.
	const [readies, setReadies] = useState(0);
	const [screen, setScreen] = useState<Screen>('phone');
	const shown = JSON.stringify(preview);
	useEffect(() => {
		const listen = ({ source, data }: MessageEvent<unknown>) => {
			if (source === frame.current?.contentWindow && data === 'ready') setReadies((count) => count + 1);
		};
		window.addEventListener('message', listen);
		return () => window.removeEventListener('message', listen);
	}, []);
	useEffect(() => {
		if (readies > 0) frame.current?.contentWindow?.postMessage(JSON.parse(shown), origin);
	}, [readies, shown, origin]);
	return (
		<div className="cards stack one-column gap-4 fan-screen">
			<Tabs<Screen>
				look="segmented"
				label="Screen"
				items={[
					{ value: 'phone', label: 'Phone' },
					{ value: 'wide', label: 'Desktop' },
				]}
				value={screen}
				onChange={setScreen}
			/>
			<div className={`fan-frame clipped rounded fan-frame-${screen}`}>
				<iframe ref={frame} title="As fans see it" sandbox={RIGHTS} src={origin + (start ?? preview.path)} />
			</div>
		</div>
	);
}

/** Below an editor: the page is loaded when somebody wants to see it. */
export function PreviewFold({ children }: { children: ReactNode }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details className="versions" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>{'As fans see it'}</summary>
			{isOpen && children}
		</details>
	);
}

/** Returns the address of a picture at a width that fills a page. */
export const wideAddress = (url: string): string => url.replace(/\/\d+\.webp$/, '/1280.webp');

type Previewed = Pick<ConsoleRanking, 'ranking_key' | 'ranking_type' | 'title' | 'status' | 'start_time' | 'end_time'>;

/** A home card that fans do not see yet. */
export function previewCard(
	{ ranking_key: key, ranking_type, title, status, start_time, end_time }: Previewed,
	shown: Pick<RankEntryConfig, 'main_tab' | 'rank_name' | 'bg_url'>,
): RankEntryConfig {
	const period = { start_time, end_time };
	const end_countdown = Math.max(0, Math.floor(end_time - presentSeconds()));
	const words = { name_lang: 'en', title, title_lang: 'en', cover_alt: '', cover_lang: 'en' };
	return { ...shown, ...words, rank_key: key, ranking_type, period, status, end_countdown, top3: [] };
}

/** `body`: HTML. The server has sanitized the operators' part of it. */
export function FanFrame({ title, body }: { title: string; body: string }) {
	const [theme] = useTheme();
	const styles = [fonts, tokens, base, prose, page].map((url) => `<link rel="stylesheet" href="${url}">`).join('');
	const html = `<!doctype html><html lang="en" data-theme="${theme}"><head>${styles}</head><body class="fan-page">${body}</body></html>`;
	return (
		<div className="fan-frame clipped rounded">
			<iframe title={title} sandbox="allow-same-origin" srcDoc={html} />
		</div>
	);
}
