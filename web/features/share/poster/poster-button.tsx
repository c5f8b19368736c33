/** Offers a poster of an artist. Where nothing can be drawn, the same button shares the link. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { LostDialog, OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { ComingDialog } from '#ui/primitives/dialog.tsx';
import { nameOf } from '../../../lib/artist-names.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { ShareButton, useShare } from '../share-button.tsx';
import type { PosterProps } from './poster-dialog.tsx';
import './poster.css';

const PosterDialog = lazyPage(() => import('./poster-dialog.tsx'));

export function PosterButton(poster: PosterProps) {
	const { t } = useLingui();
	const share = useShare();
	const [open, setOpen] = useState<boolean | null>(null);
	const dialog = { open: open === true, onClose: () => setOpen(false) };
	return (
		<>
			<Button
				variant="quiet"
				onClick={() => (canDraw() ? setOpen(true) : void share({ path: poster.path, title: nameOf(poster.artist) }))}
			>{t`Make a poster`}</Button>
			{open !== null && (
				<OptionalPart
					waiting={dialog.open && <ComingDialog {...dialog} />}
					instead={<LostDialog {...dialog} text={t`The poster could not be made.`} />}
				>
					<PosterDialog {...poster} {...dialog} />
				</OptionalPart>
			)}
		</>
	);
}

/** `link` shows the picture of the vote; the poster's code leads to the path in `poster`. */
export function ShareVote({ link, poster }: { link: string; poster: PosterProps }) {
	const { t } = useLingui();
	return (
		<div className="poster-buttons flex justify-center wraps gap-2">
			<ShareButton path={link} title={t`I voted for ${nameOf(poster.artist)}`}>{t`Share your vote`}</ShareButton>
			<PosterButton {...poster} />
		</div>
	);
}

const canDraw = () => 'OffscreenCanvas' in globalThis;
