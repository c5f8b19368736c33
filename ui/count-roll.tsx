/** A number whose digits roll to their new value. Screen readers hear it as it stands, and are not told of each change. */
import type { CSSProperties } from 'react';
import './count-roll.css';

/** The number as it shall read, grouping included. */
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

const DIGITS = '0\n1\n2\n3\n4\n5\n6\n7\n8\n9';

function Character({ character }: { character: string }) {
	if (character < '0' || character > '9') return <span>{character}</span>;
	return (
		<span className="count-roll-digit">
			<span className="count-roll-size">{character}</span>
			<span className="count-roll-column" style={{ '--digit': character } as CSSProperties}>
				{DIGITS}
			</span>
		</span>
	);
}
