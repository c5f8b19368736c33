import { useEffect, useState } from 'react';

/** The value as it was when it last stood still for so long: what a search asks for while somebody types. */
export function useSettled<Value>(value: Value, milliseconds = 250): Value {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), milliseconds);
		return () => clearTimeout(timer);
	}, [value, milliseconds]);
	return settled;
}
