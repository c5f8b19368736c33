/** Says what the unsaved edits of a published item change for fans. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { DraftState } from '../form/use-draft.ts';
import { changedFields } from './changed-fields.ts';
import './checklist.css';

interface Props<Values> {
	draft: Pick<DraftState<Values>, 'values' | 'base'>;
	/** Labels of the fields that fans see. Others are not listed. */
	labels: Partial<Record<keyof Values & string, string>>;
}

export function FanChanges<Values extends object>({ draft, labels }: Props<Values>) {
	const { t } = useLingui();
	const words = { empty: t`nothing`, yes: t`yes`, no: t`no`, other: t`changed` };
	const changes = changedFields(draft.base, draft.values, words).filter(({ field }) => field in labels);
	if (changes.length === 0) return null;
	return (
		<output className="fan-changes">
			<b>
				<Trans>Fans see this change as soon as you save:</Trans>
			</b>
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
