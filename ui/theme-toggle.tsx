import { Trans, useLingui } from '@lingui/react/macro';
import { Icon } from './icons.tsx';
import { useTheme } from './theme.ts';
import { IconButton } from './primitives/button.tsx';

export function ThemeToggle({ withText = false, className = '' }: { withText?: boolean; className?: string }) {
	const { t } = useLingui();
	const [theme, turn] = useTheme();
	const icon = <Icon name={theme === 'dark' ? 'sun' : 'moon'} />;
	if (withText)
		return (
			<button type="button" className={className} onClick={turn}>
				{icon}
				{theme === 'dark' ? <Trans>Light theme</Trans> : <Trans>Dark theme</Trans>}
			</button>
		);
	return (
		<IconButton className={className} label={theme === 'dark' ? t`Light theme` : t`Dark theme`} onClick={turn}>
			{icon}
		</IconButton>
	);
}
