import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { isLanguage, languages, LANGUAGE_COOKIE, LANGUAGE_PARAMETER } from '#contract/values/languages.ts';
import { Icon } from '#ui/icons.tsx';
import { pageLanguage } from '../i18n.ts';
import './header.css';

export function LanguageMenu({
	className = 'target gap-2',
	withArrow = false,
}: {
	className?: string;
	withArrow?: boolean;
}) {
	const { t } = useLingui();
	const id = useId();
	const current = pageLanguage();
	return (
		<>
			<button type="button" className={`language-button ${className}`} popoverTarget={id}>
				<Icon name="globe" />
				<span>
					<span className="visually-hidden">
						<Trans>Language:</Trans>{' '}
					</span>
					{languages[current]}
				</span>
				{withArrow && <Icon name="right" className="menu-line-arrow" />}
			</button>
			<div id={id} popover="auto" className="language-menu">
				<ul aria-label={t`Language`}>
					{Object.keys(languages)
						.filter(isLanguage)
						.map((tag) => (
							<li key={tag}>
								<button
									type="button"
									className="language-item row gap-3 full-width rounded between"
									lang={tag}
									aria-current={tag === current || undefined}
									onClick={() => chooseLanguage(tag)}
								>
									{languages[tag]}
									{tag === current && <Icon name="check" />}
								</button>
							</li>
						))}
				</ul>
			</div>
		</>
	);
}

const YEAR_SECONDS = 31_536_000;

/** Loads the page again: the server writes its head, and the content it sends, in the chosen language. */
function chooseLanguage(language: string): void {
	const secure = window.location.protocol === 'https:' ? '; secure' : '';
	document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
	const address = new URL(window.location.href);
	// In the address, an earlier language would win over the choice.
	address.searchParams.delete(LANGUAGE_PARAMETER);
	window.history.replaceState(window.history.state, '', address);
	// Not a navigation, which the service worker may answer with a page that it stored in the old language.
	window.location.reload();
}
