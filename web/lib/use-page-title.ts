import { useDocumentTitle } from '#client/use-document-title.ts';
import { useProductName } from './site/get-site.ts';

/** Titles the tab `News · Lightstick`; without a text it shows the product's name alone. */
export function usePageTitle(text?: string): void {
	const product = useProductName();
	useDocumentTitle(text ? `${text} · ${product}` : product);
}
