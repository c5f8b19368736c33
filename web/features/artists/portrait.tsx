/** The artist's picture, large; the first letter of their name where there is none or it cannot be loaded. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Artist } from '#contract/artists.ts';
import './portrait.css';

export function Portrait({ artist: { en_name: name, avatar_url: url } }: { artist: Artist }) {
	const { t } = useLingui();
	const [failed, setFailed] = useState(false);
	return (
		<div className="portrait">
			{url === null || failed ? (
				<span className="portrait-letter" aria-hidden="true">
					{Array.from(name)[0]}
				</span>
			) : (
				<img
					src={url}
					alt={t`Portrait of ${name}`}
					width="640"
					height="640"
					fetchPriority="high"
					onError={() => setFailed(true)}
				/>
			)}
		</div>
	);
}
