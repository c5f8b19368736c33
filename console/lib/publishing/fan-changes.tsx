/** Says what the unsaved edits of a published item change for fans. */
import { useLingui } from '@lingui/react/macro';
import type { Draft } from '../form/editable.ts';
import type { FieldsOf } from '../form/fields-of.tsx';
import { useValueWords, type ValueWords, wordOf } from '../format/values.ts';
import './publishing.css';

interface Props<Values> {
	draft: Pick<Draft<Values>, 'values' | 'base'>;
	/** Fans see all that are shown but the reason. */
	fields: FieldsOf<Values>;
}

export function FanChanges<Values extends object>({ draft, fields }: Props<Values>) {
	const { t } = useLingui();
	const words = useValueWords();
	const labelOf = (field: string) => fields[field as keyof Values]?.label;
	const changes = changedFields(draft.base, draft.values, { ...words, other: t`changed` }).filter(
		({ field }) => field !== 'why' && labelOf(field) !== undefined,
	);
	if (changes.length === 0) return null;
	return (
		<output className="note fan-changes">
			<b>{t`Fans see this change as soon as you save:`}</b>
			<ul>
				{changes.map(({ field, before, after }) => (
					<li key={field}>
						{labelOf(field)}: {before === null ? null : <del>{before}</del>} <ins>{after}</ins>
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
