/** A number whose digits roll to their new value. Screen readers read the current text without announced changes. */
import type { CSSProperties } from 'react';
import './count-roll.css';

/** Shows a formatted number with rolling digits. The style file draws the digits, so the text exists only once. */
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
