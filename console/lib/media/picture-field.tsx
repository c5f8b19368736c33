/** Edits a picture: shows it as fans see it, crops it to its aspect ratio, and replaces it with a dropped file. */
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, lazy, useEffect, useId, useState } from 'react';
import type { CropperProps } from 'react-easy-crop';
import { formatNumber } from '#client/numbers.ts';
import { PICTURE_BYTES_MAX, uploadPicture } from '#contract/operator/media.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { FileDrop } from '#ui/primitives/file-drop.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { call, errorText } from '../api/calls.tsx';
import { DialogBox } from '../dialogs/dialogs.tsx';
import { LostPart } from '../elements/elements.tsx';
import { cutOut, type Part, PICTURE_TYPES, sizeOf, uploads, wholeOf } from './uploads.ts';
// Loaded as a file, because the page's content-security policy blocks styles that a script inserts.
import 'react-easy-crop/react-easy-crop.css';

export interface Picture {
	media_id: string;
	url: string;
}

interface PictureFieldProps {
	label: string;
	value: Picture | null;
	onChange: (picture: Picture | null) => void;
	/** Aspect ratio (width, height) shown to fans. The operator crops a dropped picture to it. */
	shape: readonly [number, number];
	disabled?: boolean;
	error?: string | null;
	/** True if the picture may be removed. */
	removable?: boolean;
}

/** A file that is waiting to be cropped. */
interface Dropped {
	file: File;
	/** Object URL of the file, valid in this browser only. */
	address: string;
}

export function PictureField({ label, value, onChange, shape, disabled, error, removable = false }: PictureFieldProps) {
	const megabytes = Math.floor(PICTURE_BYTES_MAX / 1024 / 1024);
	const upload = useMutation({
		mutationFn: async ({ file, part }: { file: File; part?: Part }) =>
			call(uploadPicture, {}, { file: part ? await cutOut(file, part) : file }),
		onSuccess: ({ media_id, url }) => onChange({ media_id, url }),
	});
	const id = useId();
	useEffect(() => {
		if (!upload.isPending) return undefined;
		uploads.ofFields.add(id);
		return () => void uploads.ofFields.delete(id);
	}, [id, upload.isPending]);
	const [dropped, setDropped] = useState<Dropped | null>(null);
	async function take(file: File) {
		// A file that the browser cannot decode goes to the server, which reports the error.
		if (await wholeOf(file)) setDropped({ file, address: URL.createObjectURL(file) });
		else upload.mutate({ file });
	}
	function put({ file, address }: Dropped, part: Part | null) {
		URL.revokeObjectURL(address);
		setDropped(null);
		if (part) upload.mutate({ file, part });
	}
	return (
		<div className="form-field stack gap-2">
			<FileDrop
				label={label}
				accept={PICTURE_TYPES}
				hint={`JPEG, PNG, WebP, GIF or AVIF, at most ${megabytes} MB, cut to ${shape[0]}:${shape[1]}`}
				busy={upload.isPending}
				disabled={disabled}
				error={upload.error ? errorText(upload.error) : error}
				onFile={(file) => void take(file)}
			>
				{value ? (
					<img
						src={value.url.replace(/\/\d+\.webp$/, '/640.webp')}
						alt=""
						style={{ aspectRatio: `${shape[0]} / ${shape[1]}` }}
					/>
				) : null}
			</FileDrop>
			{removable && value && !disabled ? (
				<Button variant="quiet" onClick={() => onChange(null)}>
					Remove the picture
				</Button>
			) : null}
			{dropped && (
				<CropDialog
					picture={dropped.address}
					shape={shape}
					onCancel={() => put(dropped, null)}
					onDone={(part) => put(dropped, part)}
				/>
			)}
		</div>
	);
}

const Cropper = lazy(async () => ({
	default: (await import('react-easy-crop')).default as ComponentType<Partial<CropperProps>>,
}));

const ZOOM_MAX = 4;
/** Pixels by which an arrow key moves the picture. */
const STEP = 8;

interface CropDialogProps {
	/** Object URL of the picture in this browser. */
	picture: string;
	shape: readonly [number, number];
	onCancel: () => void;
	onDone: (part: Part) => void;
}

/** Crops a picture. The operator moves it by finger, mouse or arrow keys, and enlarges it by pinch, wheel or slider. */
function CropDialog({ picture, shape, onCancel, onDone }: CropDialogProps) {
	const [crop, setCrop] = useState({ x: 0, y: 0 });
	const [zoom, setZoom] = useState(1);
	const [part, setPart] = useState<Part | null>(null);
	const size = part && sizeOf(part);
	return (
		<DialogBox
			title="Choose the visible part"
			className="wide-dialog"
			action="Use this part"
			disabled={!part}
			onClose={onCancel}
			onDo={() => part && onDone(part)}
		>
			<div className="crop-stage relative clipped rounded">
				<OptionalPart waiting={<Skeleton className="crop-waiting" />} instead={<LostPart />}>
					<Cropper
						image={picture}
						aspect={shape[0] / shape[1]}
						crop={crop}
						zoom={zoom}
						maxZoom={ZOOM_MAX}
						keyboardStep={STEP}
						disableAutomaticStylesInjection
						mediaProps={{ alt: '' }}
						cropperProps={{ role: 'group', 'aria-label': 'Visible part: move it with the arrow keys' }}
						onCropChange={setCrop}
						onZoomChange={setZoom}
						onCropComplete={(_, visible) => setPart(visible)}
					/>
				</OptionalPart>
			</div>
			<label className="crop-zoom flex target gap-3 mt-3 semibold text-m">
				Enlarge
				<input
					className="grow min-0"
					type="range"
					min={1}
					max={ZOOM_MAX}
					step={0.05}
					value={zoom}
					onChange={(event) => setZoom(Number(event.target.value))}
				/>
			</label>
			<p className="faint text-s">
				{size ? `${formatNumber(size.width)} by ${formatNumber(size.height)} pixels.` : null} Move the picture by
				dragging it or with the arrow keys.
			</p>
		</DialogBox>
	);
}
