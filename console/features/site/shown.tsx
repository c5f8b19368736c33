/** What is shown to fans for a time, with a link: what its fields are called, what it needs. */
import { useLingui } from '@lingui/react/macro';
import { advise, type Check } from '../../lib/publishing/published-form.tsx';

export function useShown() {
	const { t } = useLingui();
	return {
		picture: t`Picture`,
		phone: t`Picture for phones`,
		wide: t`Picture for wide screens`,
		alt: { label: t`Alt text`, hint: t`For fans who cannot see it.` },
		link: { label: t`Link` },
		from: t`Shown from`,
		until: t`Shown until`,
		position: { label: t`Position`, hint: t`Lower numbers come first.` },
		checks({ alt, link_url: link }: { alt: string; link_url: string }): Check[] {
			const noLink = t`No link: nothing happens when a fan presses it`;
			return [
				{ key: 'picture', state: 'done', text: t`Picture` },
				advise('alt', alt !== '', t`Alt text`, t`No alt text: fans who cannot see the picture miss it`),
				...(link === '' ? [advise('link', false, '', noLink)] : []),
			];
		},
	};
}
