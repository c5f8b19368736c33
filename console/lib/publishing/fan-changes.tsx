/** Says what the unsaved edits of a published item change for fans. */
import { useLingui } from '@lingui/react/macro';
import type { Draft } from '../form/editable.ts';
import './publishing.css';

interface Props<Values> {
	draft: Pick<Draft<Values>, 'values' | 'base'>;
	/** Labels of the fields that fans see. Others are not listed. */
	labels: Partial<Record<keyof Values & string, string>>;
}

export function FanChanges<Values extends object>({ draft, labels }: Props<Values>) {
	const { t } = useLingui();
	const words = { empty: t`nothing`, yes: t`yes`, no: t`no`, other: t`changed` };
	const changes = changedFields(draft.base, draft.values, words).filter(({ field }) => field in labels);
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

interface Words {
	empty: string;
	yes: string;
	no: string;
	/** Stands for a value that cannot be said in a few words. */
	other: string;
}

const SHORT = 60;

/** Compares two states of an editor's values. `before` is null where they cannot be said in a few words. */
function changedFields(before: object, after: object, words: Words) {
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

/** Returns null for a picture, an article, a long text. */
function wordOf(value: unknown, { empty, yes, no }: Words): string | null {
	if (value === '' || value === null || value === undefined) return empty;
	if (typeof value === 'boolean') return value ? yes : no;
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.length > SHORT || value.startsWith('<')) return null;
	return /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace('T', ' ') : value;
}
