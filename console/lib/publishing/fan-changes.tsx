/** Says what the unsaved edits of a published item change for fans. */
import { useLingui } from '@lingui/react/macro';
import type { Draft } from '../form/editable.ts';
import { useValueWords, type ValueWords, wordOf } from '../format/values.ts';
import './publishing.css';

interface Props<Values> {
	draft: Pick<Draft<Values>, 'values' | 'base'>;
	/** Labels of the fields that fans see. Others are not listed. */
	labels: Partial<Record<keyof Values & string, string>>;
}

export function FanChanges<Values extends object>({ draft, labels }: Props<Values>) {
	const { t } = useLingui();
	const words = useValueWords();
	const changes = changedFields(draft.base, draft.values, { ...words, other: t`changed` }).filter(
		({ field }) => field in labels,
	);
	if (changes.length === 0) return null;
	return (
		<output className="note fan-changes">
			<b>{t`Fans see this change as soon as you save:`}</b>
			<ul>
				{changes.map(({ field, before, after }) => (
					<li key={field}>
						{labels[field as keyof typeof labels]}: {before === null ? null : <del>{before}</del>} <ins>{after}</ins>
					</li>
				))}
			</ul>
		</output>
	);
}

/** Compares two states of an editor's values. `before` is null where they cannot be said in a few words. */
function changedFields(before: object, after: object, words: ValueWords & { other: string }) {
	const old = new Map<string, unknown>(Object.entries(before));
	return Object.entries(after)
		.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)))
		.map(([field, value]) => {
			const [said, now] = [wordOf(old.get(field), words), wordOf(value, words)];
			return said === null || now === null
				? { field, before: null, after: words.other }
				: { field, before: said, after: now };
		});
}
