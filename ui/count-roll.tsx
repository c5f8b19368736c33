/** A number whose digits roll to their new value. Screen readers hear it as it stands, and are not told of each change. */
import type { CSSProperties } from 'react';
import './count-roll.css';

/** The number as it shall read, grouping included. What rolls is drawn by the style file, so the text is there only once. */
export function CountRoll({ text }: { text: string }) {
	const characters = Array.from(text);
	return (
		<span className="count-roll">
			<span className="visually-hidden">{text}</span>
			<span aria-hidden="true">
				{characters.map((character, index) => (
					// Counted from the right, so that a digit keeps its column when the number grows longer.
					<Character key={characters.length - index} character={character} />
				))}
			</span>
		</span>
	);
}

function Character({ character }: { character: string }) {
	if (character < '0' || character > '9') return <span className="count-roll-mark" data-character={character} />;
	return (
		<span className="count-roll-digit" data-character={character} style={{ '--digit': character } as CSSProperties} />
	);
}
