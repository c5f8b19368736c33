import { useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '#client/use-document-title.ts';

/** Titles the tab `Rankings · Console`. */
export function usePageTitle(text: string): void {
	const { t } = useLingui();
	useDocumentTitle(t`${text} · Console`);
}
