/** What is shown to fans for a time, with a link: what its fields are called, what it needs, and how fans will see it. */
import { type Picture } from '../../lib/media/picture-field.tsx';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';
import { advise, type Check } from '../../lib/publishing/published-form.tsx';

export const shown = {
	picture: 'Picture',
	phone: 'Picture for phones',
	wide: 'Picture for wide screens',
	alt: { label: 'Alt text', hint: 'For fans who cannot see it.' },
	link: { label: 'Link' },
	from: 'Shown from',
	until: 'Shown until',
	position: { label: 'Position', hint: 'Lower numbers come first.' },
	checks: ({ alt, link_url: link }: { alt: string; link_url: string }): Check[] => [
		{ key: 'picture', state: 'done', text: 'Picture' },
		advise('alt', alt !== '', 'Alt text', 'No alt text: fans who cannot see the picture miss it'),
		...(link === '' ? [advise('link', false, '', 'No link: nothing happens when a fan presses it')] : []),
	],
};

interface PreviewProps {
	phone: Picture | null;
	wide?: Picture | null;
	alt: string;
}

export function PicturePreview({ phone, wide, alt }: PreviewProps) {
	return (
		<>
			{phone ? <FanFrame title="As fans see it on a phone" body={pictureOf(phone, alt)} /> : null}
			{wide ? <FanFrame wide title="As fans see it on a wide screen" body={pictureOf(wide, alt)} /> : null}
		</>
	);
}

const pictureOf = ({ url }: Picture, alt: string) => markup('img', { src: wideAddress(url), alt, width: '1280' });
