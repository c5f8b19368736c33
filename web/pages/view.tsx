import { useParams } from 'react-router';
import type { ViewDetail } from '#contract/site.ts';
import { otherLanguage } from '../i18n.ts';
import { useView, ViewPicture, ViewPictureSkeleton } from '../features/site/view-picture.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import NotFoundPage from './not-found.tsx';

export default function ViewPage() {
	const { id } = useParams();
	const { data, isPending } = useView(id);
	if (isPending) return <Frame />;
	return data ? <Frame view={data.view_detail} /> : <NotFoundPage />;
}

function Frame({ view }: { view?: ViewDetail }) {
	usePageTitle(view?.alt);
	return (
		<div className="wrap">
			<h1 className="visually-hidden" lang={view && otherLanguage(view.lang)}>
				{view?.alt}
			</h1>
			{view ? <ViewPicture view={view} /> : <ViewPictureSkeleton />}
		</div>
	);
}
