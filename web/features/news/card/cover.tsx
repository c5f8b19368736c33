/**
 * The picture of an article, or a dimmed lightstick if there is none or it cannot be loaded. A video's has a play
 * button.
 */
import { useState } from 'react';
import type { NewsItem } from '#contract/news.ts';
import { Icon } from '#ui/icons.tsx';
import { Logo } from '#ui/logo.tsx';
import './cover.css';

const VIDEO_KEY = 'video';

export interface CoverProps {
	item: NewsItem;
	/** True if the picture is the main one of the page. Beside a title it is decoration. */
	main?: boolean;
}

export function Cover({ item: { cover_url, cover_alt, category_key }, main = false }: CoverProps) {
	const [failed, setFailed] = useState(false);
	const playable = category_key === VIDEO_KEY && !main;
	return (
		<span className="cover">
			{cover_url === null || failed ? (
				<span className="cover-none" aria-hidden="true">
					{!playable && <Logo />}
				</span>
			) : (
				<img
					src={cover_url}
					alt={main ? cover_alt : ''}
					width="960"
					height="600"
					loading={main ? 'eager' : 'lazy'}
					fetchPriority={main ? 'high' : 'auto'}
					decoding="async"
					onError={() => setFailed(true)}
				/>
			)}
			{playable && (
				<span className="cover-play">
					<Icon name="play" />
				</span>
			)}
		</span>
	);
}
