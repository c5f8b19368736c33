import '#ui/prose.css';

/**
 * Shows HTML that operators wrote and the server sanitized. The only component that inserts HTML.
 * @param lang set if it is in another language than the page
 */
export function Prose({ html, lang, className = '' }: { html: string; lang?: string | undefined; className?: string }) {
	return <div lang={lang} className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
