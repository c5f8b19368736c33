/** "3, 2, 1": covers a result and shows its first three one after the other, the champion last. Decoration: the result lies beneath. */
import { useEffect, useState } from 'react';
import type { ListedArtist } from '#contract/rankings.ts';
import { formatNumber } from '#client/numbers.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import { ArtistPicture } from '../artist/artist.tsx';
import './reveal.css';

/** Slower than a second, so that nobody takes it for flashing. */
const STEP_MS = 1_400;

export default function Reveal({ top, onEnd }: { top: readonly ListedArtist[]; onEnd: () => void }) {
	const [step, setStep] = useState(top.length);
	useEffect(() => {
		const timer = setTimeout(() => (step > 1 ? setStep(step - 1) : onEnd()), STEP_MS);
		return () => clearTimeout(timer);
	}, [step, onEnd]);
	const artist = top[step - 1];
	if (!artist) return null;
	return (
		<div className="reveal middle clipped" aria-hidden="true">
			<div
				key={step}
				className={`reveal-step row gap-5 fan medal-${step}`}
				style={fanStyle(step === 1 ? null : artist.fan_color)}
			>
				<b>{formatNumber(step)}</b>
				{/* The champion is not told before the cover is off. */}
				{step > 1 && (
					<>
						<span className="face">
							<ArtistPicture artist={artist} />
						</span>
						<span className="reveal-name clipped breaks" translate="no" dir="auto">
							{nameOf(artist)}
						</span>
					</>
				)}
			</div>
		</div>
	);
}
