/** HTML that operators wrote and the server sanitised: the one place where the site takes markup as markup. */
import '#ui/prose.css';

export function Prose({ html, className = '' }: { html: string; className?: string }) {
	return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
