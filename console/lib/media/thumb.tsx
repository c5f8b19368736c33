import './thumb.css';

/** A small picture in a row; what it shows is said beside it. */
export function Thumb({ url }: { url: string | undefined }) {
	return url === undefined ? (
		<span className="thumb" aria-hidden="true" />
	) : (
		<img className="thumb" src={url} alt="" loading="lazy" />
	);
}
