import { describe, expect, it } from 'vitest';
import { fillDocument, renderHead, type PageFacts } from './head.ts';

const site = { product: 'Lightstick', publicUrl: 'https://vote.example' };
const page: PageFacts = {
	status: 200,
	title: 'Low Tide',
	description: 'About',
	canonicalPath: '/news/1',
	kind: 'article',
	image: { path: '/media/a/640.webp', alt: 'A stage' },
	structured: { '@type': 'NewsArticle', headline: 'Low Tide' },
	paint: 'home',
	picture: { place: 'banner', path: '/media/b/1280.webp', mobilePath: '/media/a/640.webp' },
	firstScreen: [[['site'], { product: 'Lightstick' }]],
	indexed: true,
};
const shell = '<head><title>Lightstick</title>\n<meta name="description" content="x" />\n<link></head>';

describe('the head of a page', () => {
	it('says what it is about to people, to those who share it, and to search engines', () => {
		const head = renderHead(page, site);
		expect(head).toContain('<title>Low Tide · Lightstick</title>');
		expect(head).toContain('<link rel="canonical" href="https://vote.example/news/1">');
		expect(head).toContain('<meta property="og:image" content="https://vote.example/media/a/640.webp">');
		expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
		expect(head).toContain('{"@context":"https://schema.org","@type":"NewsArticle","headline":"Low Tide"}');
		expect(head).toContain('media="(max-width: 768px)"');
		expect(head).toContain('id="first-screen">{"[\\"site\\"]":{"product":"Lightstick"}}</script>');
	});

	it('keeps a name that tries to be a script a name, wherever it stands', () => {
		const name = `</script><script>alert("it's")</script><!--`;
		const evil = {
			...page,
			title: name,
			description: name,
			image: { path: '/a', alt: name },
			structured: { name },
			firstScreen: [[['a'], name] as [string[], string]],
		};
		const head = renderHead(evil, site);
		expect(head.match(/<script/g)).toHaveLength(2);
		expect(head.match(/<\/script>/g)).toHaveLength(2);
		expect(head).not.toContain('alert("');
		expect(head).not.toContain('<!--');
		const [, data = ''] = /first-screen">([^<]*)</.exec(head) ?? [];
		expect(JSON.parse(data)).toEqual({ '["a"]': name });
	});

	it('goes into the document as it is, also with signs that mean something to replace()', () => {
		const filled = fillDocument(shell, renderHead({ ...page, title: "$& $' $1" }, site), '<link own>');
		expect(filled).toContain('<title>$&amp; $&#39; $1 · Lightstick</title>');
		expect(filled).toMatch(/<link><link own><\/head>$/);
		expect(() => fillDocument('<head></head>', '')).toThrow(/no title/);
	});

	it('asks search engines to leave personal pages alone', () => {
		const head = renderHead({ ...page, indexed: false, image: null }, site);
		expect(head).toContain('<meta name="robots" content="noindex">');
		expect(head).not.toContain('canonical');
		expect(head).toContain('content="summary"');
	});
});
