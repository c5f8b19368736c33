/**
 * The provider library, loaded without its greeting: on a Node release newer than it knows it prints a warning that
 * means nothing to a person who tries the site.
 */
const warn = console.warn;
console.warn = () => undefined;
const library = await import('oidc-provider').finally(() => {
	console.warn = warn;
});

export const { Provider, interactionPolicy } = library;
export type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
