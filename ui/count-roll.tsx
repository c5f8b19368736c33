/** A number whose digits roll to their new value. Screen readers read the current text without announced changes. */
import { type CSSProperties, useEffect, useState } from 'react';
import './count-roll.css';

/** Plain text until it first changes: a chart has hundreds of digits, each of which would be an element with a column. */
export function CountRoll({ text }: { text: string }) {
	const [first] = useState(text);
	const [isStill, setStill] = useState(true);
	const changes = isStill && text !== first;
	// In a turn of its own: an overtake has enough to lay out.
	useEffect(() => (changes ? afterNextFrame(() => setStill(false)) : undefined), [changes]);
	return isStill ? (
		<span className="count-roll" translate="no">
			{first}
		</span>
	) : (
		<Digits from={first} text={text} />
	);
}

/** Begins with the digits that stood there as text, and rolls once they are on screen. The style file draws the digits. */
function Digits({ from, text }: { from: string; text: string }) {
	const [hasBegun, setBegun] = useState(false);
	useEffect(() => afterNextFrame(() => setBegun(true)), []);
	const characters = Array.from(hasBegun ? text : from);
	return (
		<span className="count-roll" translate="no">
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

/** Returns a function that calls it off. */
function afterNextFrame(work: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}
