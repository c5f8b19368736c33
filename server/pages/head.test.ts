import { expect, it } from 'vitest';
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
	rendered: '/news/1',
	picture: { place: 'banner', path: '/media/b/1280.webp', mobilePath: '/media/a/640.webp' },
	firstScreen: [[['site'], { product: 'Lightstick' }]],
	indexed: true,
};
const shell =
	'<html lang="en"><head><title>Lightstick</title>\n<meta name="description" content="x" />\n<link></head><body><div id="app"></div></body>';
const parts = (head: string) => ({ head, scripts: '<link own>', notice: '' });
const content = { html: '', hall: '', firstScreen: {}, madeAt: 5 };

it('keeps a name that tries to be a script a name, wherever it stands', () => {
	const name = `</script><script>alert("it's")</script><!--`;
	const evil = { ...page, title: name, description: name, image: { path: '/a', alt: name }, structured: { name } };
	const data = { a: name, b: '\u2028' };
	const filled = fillDocument(shell, parts(renderHead(evil, site)), { ...content, firstScreen: data });
	expect(filled.match(/<script/g)).toHaveLength(2);
	expect(filled.match(/<\/script>/g)).toHaveLength(2);
	expect(filled).not.toContain('alert("');
	expect(filled).not.toContain('<!--');
	expect(filled).not.toContain('\u2028');
	const [, json = ''] = /first-screen"[^>]*>([^<]*)</.exec(filled) ?? [];
	expect(JSON.parse(json)).toEqual(data);
});

it('goes into the document as it is, also with signs that mean something to replace()', () => {
	const signs = "$& $' $1";
	const head = renderHead({ ...page, title: signs }, site);
	const filled = fillDocument(shell, parts(head), { ...content, html: `<p>${signs}</p>`, hall: '--hall:#fff' });
	expect(filled).toContain('<title>$&amp; $&#39; $1 · Lightstick</title>');
	expect(filled).toContain('<template id="scripts"><link own></template>');
	expect(filled).toContain(`<div id="app"><p>${signs}</p></div>`);
	expect(filled).toMatch(/^<html lang="en" style="--hall:#fff">/);
	expect(() => fillDocument('<head></head>', parts(''), content)).toThrow(/no title/);
});

it('asks search engines to leave personal pages alone', () => {
	const head = renderHead({ ...page, indexed: false, image: null }, site);
	expect(head).toContain('<meta name="robots" content="noindex">');
	expect(head).not.toContain('canonical');
	expect(head).toContain('content="summary"');
});
