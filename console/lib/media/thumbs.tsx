import './thumbs.css';

/** A small round picture beside a name. */
export function Face({ url }: { url: string | null }) {
	return url === null ? (
		<span className="face" aria-hidden="true" />
	) : (
		<img className="face" src={url} alt="" loading="lazy" />
	);
}

/** A thumbnail in a row. It is decorative, because the text beside it names its subject. */
export function Thumb({ url }: { url: string | undefined }) {
	return url === undefined ? (
		<span className="thumb" aria-hidden="true" />
	) : (
		<img className="thumb" src={url} alt="" loading="lazy" />
	);
}
