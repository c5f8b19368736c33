/** What is shown to fans for a time, with a link: what its fields are called, what it needs. */
import { Face } from '../../lib/elements/elements.tsx';
import { advise, type Check } from '../../lib/form/item-editor.tsx';
import type { Picture } from '../../lib/media/picture-field.tsx';

/** Column of a list with the picture in a field of each row. */
export const pictureIn = <Field extends string>(field: Field) => ({
	key: 'picture',
	header: 'Picture',
	room: 'some' as const,
	render: (row: Record<Field, Picture | null>) => <Face look="thumb" url={row[field]?.url} />,
});

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
