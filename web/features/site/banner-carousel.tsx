/** The operators' banners. Their text is part of the picture, so screen readers read the alternative text. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CAROUSEL_MS, MOBILE_MAX_WIDTH_PX } from '#contract/values/constants.ts';
import { pictureSizes, srcSetOf } from '#contract/values/pictures.ts';
import { type Banner, getBanners } from '#contract/site.ts';
import { Carousel } from '#ui/primitives/carousel.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { otherLanguage, pageLanguage } from '../../i18n.ts';
import { AnyLink } from '../../lib/elements/any-link.tsx';
import { Picture } from '../../lib/elements/picture.tsx';
import { reads } from '../../lib/api/call.ts';
import './banner-carousel.css';

export function BannerCarousel() {
	const { t } = useLingui();
	const banners = reads(cacheKeys.banners, getBanners, { query: { lang: pageLanguage() } });
	const { data, isPending } = useQuery({ ...banners, staleTime: 60_000 });
	if (isPending) return <BannerSkeleton />;
	if (!data || data.banners.length === 0) return null;
	return (
		<Carousel
			className="posters"
			label={t`Highlights`}
			interval={CAROUSEL_MS}
			arrows
			slides={data.banners.map((banner, index) => ({
				key: banner.image_url,
				content: <Slide banner={banner} first={index === 0} />,
			}))}
		/>
	);
}

function Slide({ banner, first }: { banner: Banner; first: boolean }) {
	const { image_url: mobile, alt } = banner;
	const { banner: sizes } = pictureSizes;
	const narrow = { media: `(max-width: ${MOBILE_MAX_WIDTH_PX}px)`, sizes };
	const lang = otherLanguage(banner.lang);
	return (
		<AnyLink className="poster block clipped tone-2" to={banner.link_url} target={banner.link_target}>
			<Picture
				src={banner.pc_image_url}
				sizes={sizes}
				alt={alt}
				lang={lang}
				width="1200"
				height="430"
				loading={first ? 'eager' : 'lazy'}
				fetchPriority={first ? 'high' : 'auto'}
				sources={
					<>
						<source {...narrow} type="image/avif" srcSet={srcSetOf(mobile, 'avif', sizes)} />
						<source {...narrow} srcSet={srcSetOf(mobile, 'webp', sizes) ?? mobile} />
					</>
				}
				standIn={
					<span className="poster-words middle centered clipped" lang={lang}>
						{alt}
					</span>
				}
			/>
		</AnyLink>
	);
}

function BannerSkeleton() {
	return (
		<div className="posters" aria-busy="true">
			<Skeleton className="poster" />
			<div className="carousel-dots row justify-center mt-2" />
		</div>
	);
}
