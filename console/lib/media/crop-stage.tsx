/** The cropper (react-easy-crop), in a separate bundle chunk. */
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import type { Part } from './uploads.ts';
// Loaded as a file, because the page's content-security policy blocks styles that a script inserts.
import 'react-easy-crop/react-easy-crop.css';

interface Props {
	picture: string;
	shape: readonly [number, number];
	zoom: number;
	zoomMax: number;
	onZoom: (zoom: number) => void;
	onPart: (part: Part) => void;
}

/** Pixels by which an arrow key moves the picture. */
const STEP = 8;

export default function CropStage({ picture, shape: [across, down], zoom, zoomMax, onZoom, onPart }: Props) {
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
			cropperProps={{ role: 'group', 'aria-label': 'Visible part: move it with the arrow keys' }}
			onCropChange={setCrop}
			onZoomChange={onZoom}
			onCropComplete={(_, part) => onPart(part)}
		/>
	);
}
