import './thumb.css';

/** A thumbnail in a row. It is decorative, because the text beside it names its subject. */
export function Thumb({ url }: { url: string | undefined }) {
	return url === undefined ? (
		<span className="thumb" aria-hidden="true" />
	) : (
		<img className="thumb" src={url} alt="" loading="lazy" />
	);
}
