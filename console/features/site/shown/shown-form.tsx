/** The form of what is shown to fans for a time: its fields, what an edit changes for fans, and how it is published. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Editable } from '../../../lib/form/editable.ts';
import { EditorForm } from '../../../lib/form/editor-form.tsx';
import { FanChanges } from '../../../lib/publishing/fan-changes.tsx';
import { ContentPublishing } from './content-publishing.tsx';
import type { ShownValues } from './shown-fields.tsx';

interface HidableValues extends ShownValues {
	hidden: boolean;
}

interface Props<Values extends HidableValues> extends Editable<Values> {
	/** True if nothing is stored yet. */
	fresh: boolean;
	readOnly: boolean;
	/** Labels of the fields that this kind has beside those of all. */
	labels: Partial<Record<keyof Values & string, string>>;
	preview: ReactNode;
	children: ReactNode;
}

export function ShownForm<Values extends HidableValues>({
	draft,
	form,
	checkFields,
	saveWith,
	fresh,
	readOnly,
	labels,
	preview,
	children,
}: Props<Values>) {
	const { t } = useLingui();
	const { values, base } = draft;
	const shared = { alt: t`Alt text`, link_url: t`Link`, starts_local: t`Shown from`, ends_local: t`Shown until` };
	return (
		<EditorForm
			{...form}
			fresh={fresh}
			readOnly={readOnly}
			saveLabel={base.hidden ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>}
			effect={base.hidden ? null : <FanChanges draft={draft} labels={{ ...labels, ...shared }} />}
			actions={
				<ContentPublishing
					name={values.alt}
					values={values}
					published={!base.hidden}
					preview={preview}
					busy={form.busy}
					checkFields={checkFields}
					save={(published) => saveWith({ hidden: !published } as Partial<Values>)}
				/>
			}
		>
			{children}
		</EditorForm>
	);
}
