/** Shows a view's picture: one for phones, one for wider screens. The alternative text repeats the text in it. */
import { useQuery } from '@tanstack/react-query';
import { MOBILE_MAX_WIDTH_PX } from '#contract/values/constants.ts';
import { type ViewDetail, getView } from '#contract/site.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { otherLanguage, pageLanguage } from '../../i18n.ts';
import { reads } from '../../lib/api/call.ts';
import './view-picture.css';

export function ViewPicture({ view }: { view: ViewDetail }) {
	return (
		<picture className="view-picture block">
			<source media={`(max-width: ${MOBILE_MAX_WIDTH_PX}px)`} srcSet={view.image_url} />
			<img src={view.pc_image_url} alt={view.alt} lang={otherLanguage(view.lang)} fetchPriority="high" />
		</picture>
	);
}

export function ViewPictureSkeleton() {
	return <Skeleton className="view-picture block view-picture-skeleton" />;
}

export const useView = (id = '') =>
	useQuery({
		...reads(cacheKeys.view(id), getView, { query: { id, lang: pageLanguage() } }),
		staleTime: 60_000,
	});
