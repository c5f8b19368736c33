/** What an action does to each of the chosen rows. */
import { useLingui } from '@lingui/react/macro';
import { Tag } from '#ui/primitives/tag.tsx';
import type { BulkAction, RowResult } from './bulk-action.ts';
import './bulk-rows.css';

interface Props {
	rows: readonly { id: string; name: string }[];
	results: readonly RowResult[];
	words: BulkAction<never>['words'];
	/** `will`: nothing has happened yet. */
	state: 'will' | 'done' | 'undone';
}

export function BulkRows({ rows, results, words, state }: Props) {
	const { t } = useLingui();
	const changed = { will: words.will, done: words.done, undone: t`Taken back` }[state];
	return (
		<ul className="bulk-rows" aria-label={t`What happens to each row`}>
			{results.map(({ id, outcome, message }) => (
				<li key={id}>
					<span className="bulk-name">{rows.find((row) => row.id === id)?.name ?? id}</span>
					{outcome === 'changed' && <Tag tone="good">{changed}</Tag>}
					{outcome === 'unchanged' && <Tag>{words.unchanged}</Tag>}
					{outcome === 'refused' && <Tag tone="bad">{state === 'will' ? t`Cannot` : t`Refused`}</Tag>}
					{outcome === 'refused' && <span className="bulk-reason">{message}</span>}
				</li>
			))}
		</ul>
	);
}
