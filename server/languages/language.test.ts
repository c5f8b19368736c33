import { expect, it } from 'vitest';
import { preferredLanguage } from './language.ts';

it.each([
	['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
	['zh-HK', 'zh-TW'],
	['zh-Hant-SG', 'zh-TW'],
	['zh', 'zh-CN'],
	['pt-PT', 'pt'],
	['es-419', 'es'],
	['yue-HK,en;q=0.9', 'zh-TW'],
	['yue-Hans-CN', 'zh-CN'],
	['nan-TW', 'zh-TW'],
	['zh-yue-HK', 'zh-TW'],
	['zh-cmn-Hans-CN', 'zh-CN'],
	['in', 'id'],
	['th;Q=0.9, en;q=0.1', 'th'],
	['en;q=0.5, th;q=0.7', 'th'],
	['ja;q=0, de, vi;q=0.1', 'vi'],
	['de-DE', 'en'],
	['*', 'en'],
	['en-US@posix', 'en'],
	['ko_KR', 'ko'],
	['zh_TW.UTF-8', 'zh-TW'],
	['ja_JP@currency=JPY,en', 'ja'],
	['C, th', 'th'],
	['!!, ;q=x, ja', 'ja'],
	[undefined, 'en'],
])('the language that a browser prefers reads %s as %s', (accepted, language) => {
	expect(preferredLanguage(accepted)).toBe(language);
});
