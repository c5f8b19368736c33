import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#ui/icons.tsx';
import { HomeLink, Sections } from '../../shell/header.tsx';
import { useLeaderColor } from '../../lib/favorites/own-hall.ts';
import tall from './login-tall.webp';
import wide from './login-wide.webp';
import './sign-in.css';

export function SignInHall({ closeTo, children }: { closeTo: string; children: ReactNode }) {
	const { t } = useLingui();
	useLeaderColor();
	return (
		<>
			<header className="header">
				<div className="wrap header-bar row">
					<HomeLink />
					<Sections />
					<Link className="icon-button mobile-only push" to={closeTo} aria-label={t`Close`}>
						<Icon name="close" />
					</Link>
				</div>
			</header>
			<main className="sign-in-hall">
				<picture className="sign-in-hall-art block relative clipped">
					<source media="(max-width: 768px)" srcSet={wide} width="904" height="512" />
					<img src={tall} alt="" width="844" height="972" fetchPriority="high" />
				</picture>
				{children}
			</main>
		</>
	);
}
