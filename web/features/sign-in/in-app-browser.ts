/** Browsers inside other apps, in which a sign-in cannot end: Google refuses them, and a link may open elsewhere. */

/** What apps and Android's web view add to the name of the browser. */
const NAMES =
	/KAKAOTALK|Instagram|Barcelona|\bFB(?:AN|AV|_IAB)\b|\bLine\/|NAVER\(inapp|DaumApps|\bBAND\/|MicroMessenger|\bQQ\/|Weibo|Twitter|LinkedInApp|Snapchat|Pinterest|WhatsApp|Telegram|musical_ly|Bytedance|TikTok|\btrill_|\bZalo\b|; wv\)/i;
/** Every browser of its own on iOS says Safari. The site on the home screen does not, and has no other app around it. */
const IOS = /\((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit/;

export const isInApp = (userAgent: string, { onHomeScreen = false } = {}): boolean =>
	NAMES.test(userAgent) || (IOS.test(userAgent) && !userAgent.includes('Safari/') && !onHomeScreen);

export function wayOut(userAgent: string, page: URL): string | null {
	if (/KAKAOTALK/i.test(userAgent)) return `kakaotalk://web/openExternal?url=${encodeURIComponent(page.href)}`;
	if (!/\bLine\//.test(userAgent)) return null;
	const leaving = new URL(page);
	leaving.searchParams.set('openExternalBrowser', '1');
	return leaving.href;
}
