/**
 * Shows a legal document: its date, links to its sections, its text. Documents are HTML and stay out of the message catalog:
 * each is translated as a whole by the people responsible for it.
 */
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { AGE_MIN_YEARS } from '#contract/values/constants.ts';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { pageLanguage } from '../../i18n.ts';
import { Prose } from '../../lib/elements/elements.tsx';
import { usePageTitle, useSite, useProductName } from '../../lib/site/get-site.ts';
import { formatDate } from '../../lib/time.ts';
import './legal-page.css';

/** Calendar date of the last change of either document. Update it with every change of a text. */
const UPDATED = '2023-10-10';
const SECTION = /<section id="([\w-]+)">\s*<h2>\d+\. (.*?)<\/h2>/g;

/** `{product}`, `{contact}` and `{age}` in the text are what the site says of itself. */
export function LegalPage({ title, text }: { title: string; text: string }) {
	const { t } = useLingui();
	usePageTitle(title);
	const date = formatDate(UPDATED);
	const mail = escaped(useSite()?.contact_mail ?? '');
	const contact = mail ? `<a href="mailto:${mail}">${mail}</a>` : t`the address at the foot of the page`;
	const values: Record<string, string> = { product: escaped(useProductName()), contact, age: String(AGE_MIN_YEARS) };
	// The section in the URL did not exist yet when the browser looked for it.
	useEffect(() => {
		const id = window.location.hash.slice(1);
		if (id !== '') document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView();
	}, []);
	return (
		<div className="wrap legal-page align-start between">
			<header className="legal-page-head">
				<h1 className="page-title">{title}</h1>
				<p className="faint mt-2">{t`Last updated ${date}`}</p>
				{pageLanguage() === SOURCE_LANGUAGE ? null : (
					<p className="faint mt-2">{t`This document is available in English only. The English text applies.`}</p>
				)}
			</header>
			<nav className="legal-page-contents card" aria-label={t`Contents`}>
				<ol lang="en">
					{Array.from(text.matchAll(SECTION), ([, id, name]) => (
						<li key={id}>
							<a className="row hovers muted semibold text-m" href={`#${id}`}>
								{name}
							</a>
						</li>
					))}
				</ol>
			</nav>
			<article className="legal-page-text">
				<Prose
					lang="en"
					html={text.replaceAll(/\s+/g, ' ').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}
				/>
			</article>
		</div>
	);
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
