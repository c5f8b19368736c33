/** Puts a link, a picture or a video into the text. */
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { isLink } from '../form/link.ts';
import { type Picture, PictureField } from '../media/picture-field.tsx';
import { playerAddress } from './video-address.ts';

interface Props {
	editor: Editor;
	onDone: () => void;
}

export function LinkField({ editor, onDone }: Props) {
	const { t } = useLingui();
	const present: unknown = editor.getAttributes('link')['href'];
	const [address, setAddress] = useState(typeof present === 'string' ? present : '');
	const right = isLink(address);
	function set() {
		if (!right) return;
		const line = editor.chain().focus().extendMarkRange('link');
		if (address === '') line.unsetLink().run();
		else line.setLink({ href: address }).run();
		onDone();
	}
	return (
		<div className="rich-text-link">
			<TextField
				label={t`Address`}
				hint={t`Leave empty to remove the link.`}
				error={right ? null : t`Start the link with https:// or /`}
				value={address}
				onChange={(event) => setAddress(event.target.value.trim())}
			/>
			<Button variant="quiet" onClick={set}>
				{t`Set the link`}
			</Button>
		</div>
	);
}

export function VideoField({ editor, onDone }: Props) {
	const { t } = useLingui();
	const [address, setAddress] = useState('');
	const [title, setTitle] = useState('');
	const player = playerAddress(address);
	function insert() {
		if (player === null) return;
		insertAfter(editor, { type: 'video', attrs: { src: player, title: title.trim() || t`Video` } });
		onDone();
	}
	return (
		<div className="rich-text-link">
			<TextField
				label={t`Address of the video`}
				hint={t`On YouTube or Vimeo.`}
				error={address === '' || player !== null ? null : t`Only videos on YouTube and Vimeo can be shown`}
				value={address}
				onChange={(event) => setAddress(event.target.value.trim())}
			/>
			<TextField
				label={t`What the video shows`}
				hint={t`For fans who cannot see it.`}
				value={title}
				onChange={(event) => setTitle(event.target.value)}
			/>
			<Button variant="quiet" disabled={player === null} onClick={insert}>
				{t`Insert the video`}
			</Button>
		</div>
	);
}

export function InsertPicture({ editor, onDone }: Props) {
	const { t } = useLingui();
	const [picture, setPicture] = useState<Picture | null>(null);
	const [alt, setAlt] = useState('');
	function insert() {
		if (picture === null) return;
		const src = picture.url.replace(/\/\d+\.webp$/, '/1280.webp');
		insertAfter(editor, { type: 'image', attrs: { src, alt: alt.trim() } });
		onDone();
	}
	return (
		<div className="rich-text-link">
			<PictureField label={t`Picture in the text`} shape={[16, 9]} value={picture} onChange={setPicture} />
			<TextField
				label={t`What the picture shows`}
				hint={t`For fans who cannot see it.`}
				value={alt}
				onChange={(event) => setAlt(event.target.value)}
			/>
			<Button variant="quiet" disabled={picture === null} onClick={insert}>
				{t`Insert the picture`}
			</Button>
		</div>
	);
}

/** What was inserted last is selected: the next thing goes after it and does not replace it. */
function insertAfter(editor: Editor, content: { type: string; attrs: Record<string, string> }): void {
	editor.chain().focus().insertContentAt(editor.state.selection.to, content).run();
}
