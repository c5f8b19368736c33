import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInApp, wayOut } from './in-app-browser.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-S921N';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36';

const inApps = [
	`${IPHONE} Mobile/22G86 KAKAOTALK 25.5.0`,
	`${ANDROID} Build/AP3A; wv) ${CHROME};KAKAOTALK 2425500`,
	`${IPHONE} Mobile/22G86 Instagram 389.0.0.49.87 (iPhone16,1; iOS 18_6; ko_KR)`,
	`${IPHONE} Mobile/22G86 [FBAN/FBIOS;FBAV/521.0.0.46;FBBV/7;FBDV/iPhone16,1]`,
	`${ANDROID}) ${CHROME} [FB_IAB/FB4A;FBAV/521.0.0.46.104;]`,
	`${IPHONE} Mobile/22G86 Safari Line/15.10.0`,
	`${ANDROID}) ${CHROME} Line/15.10.0/IAB`,
	`${IPHONE} Mobile/22G86 NAVER(inapp; search; 2000; 12.14.0)`,
	`${IPHONE} Mobile/22G86 MicroMessenger/8.0.60 NetType/WIFI Language/zh_TW`,
	`${IPHONE} Mobile/22G86 Twitter for iPhone/11.8`,
	`${ANDROID}) ${CHROME} musical_ly_2024 BytedanceWebview/d8a21c6`,
	`${IPHONE} Mobile/22G86 Snapchat/13.50 (like Safari/8621.3)`,
	`${IPHONE} Mobile/22G86 Barcelona 389.0`,
	`${IPHONE} Mobile/22G86`,
	`${ANDROID}; wv) ${CHROME}`,
];
const browsers = [
	`${IPHONE} Version/18.6 Mobile/22G86 Safari/604.1`,
	`${IPHONE} CriOS/138.0.7204.156 Mobile/22G86 Safari/604.1`,
	`${IPHONE} FxiOS/141.0 Mobile/22G86 Safari/605.1.15`,
	`${IPHONE} EdgiOS/138.0 Version/18.0 Mobile/22G86 Safari/604.1`,
	`${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36`,
	`${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
	'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
	// Words that only look like the name of an app.
	`${ANDROID}; Online/2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36`,
];

describe('a browser', () => {
	it.each(inApps)('inside another app is told by its name: %s', (userAgent) => {
		expect(isInApp(userAgent)).toBe(true);
	});

	it.each(browsers)('of its own is left alone: %s', (userAgent) => {
		expect(isInApp(userAgent)).toBe(false);
	});

	it('of the home screen is no app', () => {
		expect(isInApp(`${IPHONE} Mobile/22G86`, { onHomeScreen: true })).toBe(false);
	});
});

describe('the way out', () => {
	const pages = fc.record({ vote: fc.nat(), keyword: fc.string({ maxLength: 20 }) }).map(({ vote, keyword }) => {
		const url = new URL('https://site.example/leader-board');
		url.search = new URLSearchParams({ main_tab: 'solo', keyword, vote: String(vote), votes: '37' }).toString();
		return url;
	});

	it('carries the whole path of the vote', () => {
		fc.assert(
			fc.property(pages, (page) => {
				const [, kakao] = (wayOut(inApps[0] ?? '', page) ?? '').split('?url=');
				expect(decodeURIComponent(kakao ?? '')).toBe(page.href);
				const line = new URL(wayOut(inApps[5] ?? '', page) ?? '');
				expect(line.searchParams.get('openExternalBrowser')).toBe('1');
				line.searchParams.delete('openExternalBrowser');
				expect([...line.searchParams]).toEqual([...page.searchParams]);
			}),
		);
	});

	it('is only a copied link where the app has no way of its own', () => {
		expect(wayOut(inApps[2] ?? '', new URL('https://site.example/'))).toBeNull();
	});
});
