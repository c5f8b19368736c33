/** Shows HTML that operators wrote and the server sanitized. The only component that inserts HTML. */
import '#ui/prose.css';

export function Prose({ html, className = '' }: { html: string; className?: string }) {
	return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
