/**
 * Shows a legal document: its date, its sections, and links to them. The texts stay out of the message catalog: a
 * document is translated as a whole by the people responsible for it, and the first view must not load it.
 */
import { useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { pageLanguage } from '../../i18n.ts';
import { usePageTitle } from '../../lib/site/get-site.ts';
import { formatDate } from '../../lib/time.ts';
import '#ui/prose.css';
import './legal-page.css';

/** Calendar date of the last change of either document. Update it with every change of a text. */
const UPDATED = '2023-10-10';

interface SectionProps {
	id: string;
	title: string;
	children: ReactNode;
}

export function LegalSection({ children }: SectionProps): ReactNode {
	return children;
}

interface LegalPageProps {
	title: string;
	lead: ReactNode;
	children: readonly ReactElement<SectionProps>[];
}

export function LegalPage({ title, lead, children: sections }: LegalPageProps) {
	const { t } = useLingui();
	usePageTitle(title);
	const date = formatDate(UPDATED);
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
					{sections.map(({ props }) => (
						<li key={props.id}>
							<a className="row muted semibold text-m" href={`#${props.id}`}>
								{props.title}
							</a>
						</li>
					))}
				</ol>
			</nav>
			<article className="prose legal-page-text" lang="en">
				{lead}
				{sections.map((section, index) => (
					<section key={section.props.id} id={section.props.id}>
						<h2>
							{index + 1}. {section.props.title}
						</h2>
						{section}
					</section>
				))}
			</article>
		</div>
	);
}
