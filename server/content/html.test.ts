import { describe, expect, it } from 'vitest';
import { plainText, sanitizeHtml } from './html.ts';

const clean = (raw: string) => sanitizeHtml(raw).html;
const picture = `/media/${'a'.repeat(32)}/640.webp`;

describe('what operators write', () => {
	it.each([
		['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
		['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
		['a style', '<p style="position:fixed">a</p><style>p{}</style>', '<p>a</p>'],
		[
			'a javascript link',
			'<a href="javascript:alert(1)">a</a>',
			'<a target="_blank" rel="noopener noreferrer nofollow">a</a>',
		],
		[
			'a link without a scheme',
			'<a href="//evil.example">a</a>',
			'<a target="_blank" rel="noopener noreferrer nofollow">a</a>',
		],
		['a form', '<form action="/x"><input name="a"></form>b', 'b'],
		['an image of another site', '<img src="https://evil.example/a.png">', ''],
		['a frame of another site', '<iframe src="https://evil.example/"></iframe>', ''],
		['a frame whose host only begins well', '<iframe src="https://player.vimeo.com.evil.example/"></iframe>', ''],
		['a film of another site', '<video src="https://evil.example/a.webm" autoplay></video>', ''],
		['an SVG with a script', '<svg><script>alert(1)</script></svg>', ''],
	])('loses %s', (_what, raw, kept) => {
		expect(clean(raw)).toBe(kept);
	});

	it('keeps text, local links, our own pictures and known players, and fences the latter', () => {
		expect(clean('<h2>Tide</h2><p>a <em>b</em></p>')).toBe('<h2>Tide</h2><p>a <em>b</em></p>');
		expect(clean('<ol start="3" type="x"><li>c</li></ol>')).toBe('<ol start="3"><li>c</li></ol>');
		expect(clean('<a href="/news/1">more</a>')).toBe('<a href="/news/1">more</a>');
		expect(clean('<a href="https://vote.example/x">more</a>')).toContain(
			'target="_blank" rel="noopener noreferrer nofollow"',
		);
		expect(clean(`<img src="${picture}">`)).toBe(`<img src="${picture}" alt="" loading="lazy" />`);
		expect(
			clean(`<video src="${picture}" poster="https://evil.example/a.png" autoplay onplay="alert(1)"></video>`),
		).toBe(`<video src="${picture}" controls playsinline preload="metadata"></video>`);
		expect(
			clean('<iframe src="https://player.vimeo.com/video/1" allow="camera" referrerpolicy="no-referrer"></iframe>'),
		).toBe(
			'<iframe src="https://player.vimeo.com/video/1" loading="lazy" ' +
				'sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox" ' +
				'referrerpolicy="strict-origin-when-cross-origin" allow="fullscreen; picture-in-picture; encrypted-media" ' +
				'allowfullscreen></iframe>',
		);
		expect(clean('<iframe src="http://www.youtube.com/embed/dQw4w9WgXcQ?rel=0&t=9"></iframe>')).toContain(
			'src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=9"',
		);
	});

	it('is the same when it is cleaned twice', () => {
		const raw = `<p>5 &lt; 6 &amp; "so on" <a href="https://a.example/?b=1&amp;c=2">x</a></p><img src="${picture}" alt="a > b">`;
		expect(clean(clean(raw))).toBe(clean(raw));
	});
});

it('the text alone is one line, without markup, cut at a word', () => {
	expect(plainText('<h2>Tide</h2><p>Fish &amp; chips</p>', 100)).toBe('Tide Fish & chips');
	expect(plainText('<ul><li>Doors<ol><li>North</li></ol></li></ul>Then<table><tr><td>1</td></tr></table>', 100)).toBe(
		'Doors North Then 1',
	);
	expect(plainText('<p>one two three four</p>', 12)).toBe('one two…');
	expect(plainText('<p>&lt;/script&gt;</p>', 100)).toBe('</script>');
});
