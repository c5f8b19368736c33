/** The form of what is shown to fans for a time: its fields, what an edit changes for fans, and how it is published. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import type { Draft, Editable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { DateTimeField, isLink } from '../../lib/form/fields.tsx';
import { localNow, localText } from '../../lib/format/time.ts';
import { type Check, PublishActions, type PublishActionsProps } from '../../lib/publishing/publish-actions.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';

interface HidableValues extends ShownValues {
	hidden: boolean;
}

interface ShownFormProps<Values extends HidableValues> extends Editable<Values> {
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
}: ShownFormProps<Values>) {
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

interface ShownValues {
	alt: string;
	/** Empty: it leads nowhere. */
	link_url: string;
	/** Empty: at once, and without an end. */
	starts_local: string;
	ends_local: string;
}

interface Props<Values extends ShownValues> {
	draft: Draft<Values>;
	/** True: without times it is shown at once, and without an end. */
	timesOptional?: boolean;
	/** Follows the link. */
	children?: ReactNode;
}

/** Fields of what is shown to fans for a time, with a link: banners and pop-ups. */
export function ShownFields<Values extends ShownValues>({ draft, timesOptional, children }: Props<Values>) {
	const { t } = useLingui();
	const { values, errorOf } = draft;
	const set = (change: Partial<ShownValues>) => draft.set(change as Partial<Values>);
	return (
		<>
			<TextField
				label={t`Alt text`}
				hint={t`For fans who cannot see it.`}
				error={errorOf('alt')}
				value={values.alt}
				onChange={(event) => set({ alt: event.target.value })}
			/>
			<TextField
				label={t`Link`}
				error={isLink(values.link_url) ? errorOf('link_url') : t`Start the link with https:// or /`}
				value={values.link_url}
				onChange={(event) => set({ link_url: event.target.value })}
			/>
			{children}
			<DateTimeField
				label={t`Shown from`}
				hint={timesOptional && t`Leave empty to show it as soon as it is published.`}
				error={errorOf('starts_local')}
				value={values.starts_local}
				onChange={(local) => set({ starts_local: local })}
			/>
			<DateTimeField
				label={t`Shown until`}
				hint={timesOptional && t`Leave empty to show it without an end.`}
				error={errorOf('ends_local')}
				value={values.ends_local}
				onChange={(local) => set({ ends_local: local })}
			/>
		</>
	);
}

interface ContentPublishingProps extends Pick<PublishActionsProps, 'busy' | 'checkFields' | 'save' | 'published'> {
	name: string;
	values: ShownValues;
	preview: ReactNode;
}

/** Publishes a banner or a pop-up: what it needs, how fans will see it, and when. */
function ContentPublishing({ name, values, ...ways }: ContentPublishingProps) {
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const now = localNow(timezone);
	const { starts_local: starts, ends_local: ends } = values;
	const later = starts > now;
	const checks = useChecks(values, ends !== '' && ends <= now);
	return (
		<PublishActions
			{...ways}
			title={later ? t`Schedule ${name}?` : t`Publish ${name}?`}
			action={later ? t`Schedule` : t`Publish`}
			checks={checks}
			when={
				<>
					{later ? (
						<Trans>
							Fans see it from {localText(starts)} {zoneName}.
						</Trans>
					) : (
						<Trans>Fans see it at once.</Trans>
					)}{' '}
					{ends === '' ? null : (
						<Trans>
							It disappears on {localText(ends)} {zoneName}.
						</Trans>
					)}
				</>
			}
		/>
	);
}

function useChecks({ alt, link_url: link }: ShownValues, over: boolean): Check[] {
	const { t } = useLingui();
	const checks: Check[] = [
		{ key: 'picture', state: 'done', text: t`Picture` },
		alt === ''
			? { key: 'alt', state: 'advice', text: t`No alt text: fans who cannot see the picture miss it` }
			: { key: 'alt', state: 'done', text: t`Alt text` },
	];
	if (link === '')
		checks.push({ key: 'link', state: 'advice', text: t`No link: nothing happens when a fan presses it` });
	if (over) checks.push({ key: 'period', state: 'missing', text: t`The end has passed: fans would never see it` });
	return checks;
}
