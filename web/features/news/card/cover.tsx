/**
 * The picture of an article, or a dimmed lightstick if there is none or it cannot be loaded. A video's has a play
 * button.
 */
import { pictureSizes } from '#contract/values/pictures.ts';
import type { NewsItem } from '#contract/news.ts';
import { Icon } from '#ui/icons.tsx';
import { Logo } from '#ui/logo.tsx';
import { Picture } from '../../../lib/elements/picture.tsx';
import './cover.css';

const VIDEO_KEY = 'video';

export interface CoverProps {
	item: NewsItem;
	/** True if the picture is the main one of the page. Beside a title it is decoration. */
	main?: boolean;
}

export function Cover({ item: { cover_url, cover_alt, category_key }, main = false }: CoverProps) {
	const playable = category_key === VIDEO_KEY && !main;
	return (
		<span className="cover">
			<Picture
				src={cover_url}
				sizes={main ? pictureSizes.article : pictureSizes.card}
				alt={main ? cover_alt : ''}
				width="960"
				height="600"
				loading={main ? 'eager' : 'lazy'}
				fetchPriority={main ? 'high' : 'auto'}
				decoding="async"
				standIn={
					<span className="cover-none" aria-hidden="true">
						{!playable && <Logo />}
					</span>
				}
			/>
			{playable && (
				<span className="cover-play">
					<Icon name="play" />
				</span>
			)}
		</span>
	);
}
