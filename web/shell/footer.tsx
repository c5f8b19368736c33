import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useEffect } from 'react';
import { Icon, type IconName } from '#ui/icons.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { useSite } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import { STATUS_PATH } from '#contract/pages.ts';
import { HomeLink } from './header.tsx';
import { LanguageMenu } from './language-menu.tsx';
import './app-shell.css';

export function Footer() {
	const { t } = useLingui();
	const site = useSite();
	useNotice();
	return (
		<footer className="footer faint text-s">
			<div className="wrap footer-bar wraps row breaks">
				<HomeLink />
				<Link className="target hovers" to={paths.home}>{t`Home`}</Link>
				<Link className="target hovers" to={paths.transparency}>{t`Transparency`}</Link>
				<a className="target hovers" href={STATUS_PATH}>{t`Status`}</a>
				<Link className="target hovers" to={paths.terms}>{t`Terms of Service`}</Link>
				<Link className="target hovers" to={paths.privacy}>{t`Privacy Policy`}</Link>
				{site && (
					<a className="target hovers" href={`mailto:${site.contact_mail}`}>
						{site.contact_mail}
					</a>
				)}
				<div className="footer-end flex wraps gap-1">
					{site?.social_links.map(({ name, url }) => (
						<a
							key={url}
							className="icon-button"
							href={url}
							target="_blank"
							rel="noopener noreferrer"
							aria-label={t`${name}, opens in a new window`}
						>
							<Icon name={iconOf(name)} />
						</a>
					))}
					<LanguageMenu />
					<ThemeToggle />
				</div>
			</div>
		</footer>
	);
}

const icons: Record<string, IconName> = { instagram: 'instagram', youtube: 'youtube', x: 'x' };

const iconOf = (name: string): IconName => icons[name.toLowerCase()] ?? 'link';

/** Keeps the line above the page true while it stays open. The server draws it with the page: server/pages/status/render.ts. */
function useNotice(): void {
	const { t } = useLingui();
	const site = useSite();
	const { title, lang } = site?.notice ?? {};
	const lead = t`We are working on a problem.`;
	const isKnown = site !== undefined;
	useEffect(() => {
		const shown = document.querySelector('#notice');
		if (!isKnown) return;
		if (title === undefined) return shown?.remove();
		const subject = document.createElement('b');
		subject.lang = lang ?? '';
		subject.textContent = title;
		const line = shown ?? document.createElement('a');
		line.id = 'notice';
		line.setAttribute('href', STATUS_PATH);
		line.replaceChildren(`${lead} `, subject);
		if (!shown) document.body.prepend(line);
	}, [isKnown, title, lang, lead]);
}
