import { expect, test } from 'vitest';
import { withoutFrameworkLinks } from './slim-router.ts';

test('links of the fans’ bundle know nothing of routes that they could prefetch', () => {
	const code = `import { links } from './links.js';
function usePrefetchBehavior(prefetch) { return links(prefetch); }
function PrefetchPageLinks() { return links(); }
export { PrefetchPageLinks, usePrefetchBehavior };`;
	const slim = withoutFrameworkLinks(code);
	expect(slim).not.toContain('links(');
	expect(slim).toContain('return [false, null, {}]');
});

test('a release that names them otherwise stops the build', () => {
	expect(() => withoutFrameworkLinks('function usePrefetchBehavior() {}')).toThrow(/changed/);
});
