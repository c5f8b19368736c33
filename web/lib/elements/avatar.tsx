/** A fan's picture, or the first letter of their name on a colored disc. */
import { Picture } from './picture.tsx';

export function Avatar({ name, url, className = '' }: { name: string | null; url: string | null; className?: string }) {
	return (
		<Picture
			className={`avatar ${className}`}
			src={url}
			sizes="44px"
			alt=""
			width="44"
			height="44"
			standIn={
				<span className={`avatar ${className}`} aria-hidden="true">
					{(Array.from(name ?? '')[0] ?? '♪').toUpperCase()}
				</span>
			}
		/>
	);
}
