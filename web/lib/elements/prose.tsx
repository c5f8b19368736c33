/** Shows HTML that operators wrote and the server sanitized. The only component that inserts HTML. */
import '#ui/prose.css';

export interface ProseProps {
	html: string;
	/** Set if it is in another language than the page. */
	lang?: string | undefined;
	className?: string;
}

export function Prose({ html, lang, className = '' }: ProseProps) {
	return <div lang={lang} className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
