/** Address parameter that names the language of the share picture: see server/pages/share-image.ts. */
const PICTURE_LANGUAGE = 'share';

export type ShareOutcome = 'shared' | 'copied' | 'canceled' | 'failed';

export async function shareLink({ path, title }: { path: string; title: string }): Promise<ShareOutcome> {
	const url = addressOf(path);
	// Chat apps write the text before the link, and mail takes the title as its subject.
	if (canShare(url)) {
		const outcome = await navigator.share({ title, text: title, url }).then(() => 'shared' as const, reasonOf);
		if (outcome !== 'failed') return outcome;
	}
	return copy(url);
}

/** The picture is in the language of the fan who shares, and the page in that of whoever opens it. */
function addressOf(path: string): string {
	const url = new URL(path, window.location.origin);
	const { lang } = document.documentElement;
	if (lang !== '' && lang !== 'en') url.searchParams.set(PICTURE_LANGUAGE, lang);
	return url.href;
}

const canShare = (url: string): boolean =>
	typeof navigator.share === 'function' && (navigator.canShare?.({ url }) ?? true);

/** A fan who closes the sheet wants no link copied. */
const reasonOf = (error: unknown): 'canceled' | 'failed' =>
	error instanceof DOMException && error.name === 'AbortError' ? 'canceled' : 'failed';

/** The clipboard is refused without HTTPS, and in some browsers inside chat apps. */
async function copy(text: string): Promise<'copied' | 'failed'> {
	try {
		await navigator.clipboard.writeText(text);
		return 'copied';
	} catch {
		return 'failed';
	}
}
