import './face.css';

/** A small round picture beside a name. */
export function Face({ url }: { url: string | null }) {
	return url === null ? (
		<span className="face" aria-hidden="true" />
	) : (
		<img className="face" src={url} alt="" loading="lazy" />
	);
}
