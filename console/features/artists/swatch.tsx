import './swatch.css';

/** A fandom color with its hex; nothing where there is none. */
export function Swatch({ hex }: { hex: string | null }) {
	if (hex === null) return <>–</>;
	return (
		<span className="swatch">
			<i style={{ background: hex }} aria-hidden="true" />
			{hex.toUpperCase()}
		</span>
	);
}
