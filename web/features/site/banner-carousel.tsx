/** The operators' banners. Their text is part of the picture, so screen readers read the alternative text. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CAROUSEL_MS, MOBILE_MAX_WIDTH_PX } from '#contract/values/constants.ts';
import { pictureSizes, srcSetOf } from '#contract/values/pictures.ts';
import { type Banner, getBanners } from '#contract/site.ts';
import { Carousel } from '#ui/primitives/carousel.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { otherLanguage, pageLanguage } from '../../i18n.ts';
import { AnyLink } from '../../lib/elements/any-link.tsx';
import { whenBroken } from '../../lib/elements/picture.tsx';
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
	const [missing, setMissing] = useState(false);
	const picture = missing ? (
		<span className="poster-words middle centered clipped" lang={otherLanguage(banner.lang)}>
			{banner.alt}
		</span>
	) : (
		<picture>
			<MobileSource url={banner.image_url} />
			<source
				type="image/avif"
				srcSet={srcSetOf(banner.pc_image_url, 'avif', pictureSizes.banner)}
				sizes={pictureSizes.banner}
			/>
			<img
				src={banner.pc_image_url}
				srcSet={srcSetOf(banner.pc_image_url, 'webp', pictureSizes.banner)}
				sizes={pictureSizes.banner}
				alt={banner.alt}
				lang={otherLanguage(banner.lang)}
				width="1200"
				height="430"
				loading={first ? 'eager' : 'lazy'}
				fetchPriority={first ? 'high' : 'auto'}
				{...whenBroken(() => setMissing(true))}
			/>
		</picture>
	);
	const className = 'poster block clipped tone-2';
	if (banner.link_url === null) return <span className={className}>{picture}</span>;
	return (
		<AnyLink className={className} to={banner.link_url} target={banner.link_target}>
			{picture}
		</AnyLink>
	);
}

function MobileSource({ url }: { url: string }) {
	const shared = { media: `(max-width: ${MOBILE_MAX_WIDTH_PX}px)`, sizes: pictureSizes.banner };
	return (
		<>
			<source {...shared} type="image/avif" srcSet={srcSetOf(url, 'avif', shared.sizes)} />
			<source {...shared} srcSet={srcSetOf(url, 'webp', shared.sizes) ?? url} />
		</>
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
