/** What an item needs before fans see it: what is there, what is missing, and what is only worth a look. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icons.tsx';
import './checklist.css';

export interface Check {
	key: string;
	/** `missing` blocks publishing, `advice` does not. */
	state: 'done' | 'missing' | 'advice';
	text: ReactNode;
}

export const isBlocked = (checks: readonly Check[]): boolean => checks.some(({ state }) => state === 'missing');

export function Checklist({ checks }: { checks: readonly Check[] }) {
	const { t } = useLingui();
	const words = { done: t`Ready`, missing: t`Missing`, advice: t`Worth a look` };
	return (
		<ul className="checklist" aria-label={t`Checklist`}>
			{checks.map(({ key, state, text }) => (
				<li key={key} className={`check-${state}`}>
					<Icon name={state === 'done' ? 'check' : 'warning'} />
					<span>
						<span className="visually-hidden">{words[state]}: </span>
						{text}
					</span>
				</li>
			))}
		</ul>
	);
}
