import { useEffect } from 'react';
import { useProductName } from './site/get-site.ts';

/** `News · Lightstick` in the tab; without a text the product's name alone. */
export function usePageTitle(text?: string): void {
	const product = useProductName();
	useEffect(() => {
		document.title = text ? `${text} · ${product}` : product;
	}, [text, product]);
}
