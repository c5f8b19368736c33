/** The cropper (react-easy-crop), in a separate bundle chunk. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
// As a file: the policy of the page allows no style that a script puts in.
import 'react-easy-crop/react-easy-crop.css';
import type { Part } from './cut.ts';

interface Props {
	picture: string;
	shape: readonly [number, number];
	zoom: number;
	zoomMax: number;
	onZoom: (zoom: number) => void;
	onPart: (part: Part) => void;
}

/** Pixels of the screen that an arrow key moves the picture by. */
const STEP = 8;

export default function CropStage({ picture, shape: [across, down], zoom, zoomMax, onZoom, onPart }: Props) {
	const { t } = useLingui();
	const [crop, setCrop] = useState({ x: 0, y: 0 });
	return (
		<Cropper
			image={picture}
			aspect={across / down}
			crop={crop}
			zoom={zoom}
			maxZoom={zoomMax}
			keyboardStep={STEP}
			disableAutomaticStylesInjection
			mediaProps={{ alt: '' }}
			cropperProps={{ role: 'group', 'aria-label': t`The part that is shown: move it with the arrow keys` }}
			onCropChange={setCrop}
			onZoomChange={onZoom}
			onCropComplete={(_, part) => onPart(part)}
		/>
	);
}
