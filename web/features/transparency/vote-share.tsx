/** A bar of all votes of a ranking: those that count, and those that were voided. */
import './vote-share.css';

export function VoteShare({ counted, voided }: { counted: number; voided: number }) {
	const all = counted + voided;
	if (all === 0) return null;
	return (
		<div className="vote-share" aria-hidden="true">
			<span style={{ flexGrow: counted / all }} />
			{voided > 0 && <span className="vote-share-voided" style={{ flexGrow: voided / all }} />}
		</div>
	);
}
