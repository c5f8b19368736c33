/** Crops a picture. The operator moves it by finger, mouse or arrow keys, and enlarges it by pinch, wheel or slider. */
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber } from '#client/numbers.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { LostPart } from '../elements/lost-part.tsx';
import { type Part, sizeOf } from './cut.ts';
import './crop-dialog.css';

const CropStage = lazy(() => import('./crop-stage.tsx'));

const ZOOM_MAX = 4;

export interface CropDialogProps {
	/** Object URL of the picture in this browser. */
	picture: string;
	shape: readonly [number, number];
	onCancel: () => void;
	onDone: (part: Part) => void;
}

export function CropDialog({ picture, shape, onCancel, onDone }: CropDialogProps) {
	const { t } = useLingui();
	const heading = useId();
	const [zoom, setZoom] = useState(1);
	const [part, setPart] = useState<Part | null>(null);
	const size = part && sizeOf(part);
	// Rendered outside the field's form, so that Enter on the slider does not submit that form.
	return createPortal(
		<Dialog open onClose={onCancel} labelledBy={heading} shape="center" className="crop-dialog">
			<div className="dialog-body">
				<h2 id={heading}>
					<Trans>Choose the visible part</Trans>
				</h2>
				<div className="crop-stage">
					<OptionalPart waiting={<Skeleton className="crop-waiting" />} instead={<LostPart />}>
						<CropStage
							picture={picture}
							shape={shape}
							zoom={zoom}
							zoomMax={ZOOM_MAX}
							onZoom={setZoom}
							onPart={setPart}
						/>
					</OptionalPart>
				</div>
				<label className="crop-zoom">
					<Trans>Enlarge</Trans>
					<input
						type="range"
						min={1}
						max={ZOOM_MAX}
						step={0.05}
						value={zoom}
						onChange={(event) => setZoom(Number(event.target.value))}
					/>
				</label>
				<p className="form-hint">
					{size ? t`${formatNumber(size.width)} by ${formatNumber(size.height)} pixels.` : null}{' '}
					<Trans>Move the picture by dragging it or with the arrow keys.</Trans>
				</p>
				<div className="dialog-actions">
					<Button variant="quiet" onClick={onCancel}>
						<Trans>Cancel</Trans>
					</Button>
					<Button disabled={!part} onClick={() => part && onDone(part)}>
						<Trans>Use this part</Trans>
					</Button>
				</div>
			</div>
		</Dialog>,
		document.body,
	);
}
