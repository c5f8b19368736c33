import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for the given time, so that a search waits until the person stops typing. */
export function useSettled<Value>(value: Value, milliseconds = 250): Value {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), milliseconds);
		return () => clearTimeout(timer);
	}, [value, milliseconds]);
	return settled;
}
