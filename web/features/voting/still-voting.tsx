/** Says that a vote is still on its way, when that takes unusually long. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import './still-voting.css';

/** A vote usually takes a fraction of it. */
const LONG_MS = 2_000;

/** Shown while a vote is sent. Screen readers hear it when it appears. */
export function StillVoting() {
	const [isLong, setIsLong] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setIsLong(true), LONG_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<output className="still-voting">
			{isLong && <Trans>Many fans are voting right now. Still trying, so please keep this page open.</Trans>}
		</output>
	);
}
