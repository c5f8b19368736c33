/** The page's language, and the languages it can be shown in, each by its own name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { isLanguage, languages } from '#contract/values/languages.ts';
import { Icon } from '#ui/icons.tsx';
import { pageLanguage } from '../../i18n.ts';
import { chooseLanguage } from './choose-language.ts';
import './language-menu.css';

export function LanguageMenu({ className = '', withArrow = false }: { className?: string; withArrow?: boolean }) {
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
				{withArrow && <Icon name="right" className="drawer-arrow" />}
			</button>
			<div id={id} popover="auto" className="language-menu">
				<ul aria-label={t`Language`}>
					{Object.keys(languages)
						.filter(isLanguage)
						.map((tag) => (
							<li key={tag}>
								<button
									type="button"
									className="language-item"
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
