/** The form of what is shown to fans for a time, with a link: banners and pop-ups. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import type { Draft, Editable } from '../../lib/form/editable.ts';
import { DateTimeField, isLink } from '../../lib/form/fields.tsx';
import { localNow, localText } from '../../lib/format/time.ts';
import { advise, type Check, PublishedForm } from '../../lib/publishing/published-form.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';

interface ShownValues {
	alt: string;
	/** Empty: it leads nowhere. */
	link_url: string;
	/** Empty: at once, and without an end. */
	starts_local: string;
	ends_local: string;
	hidden: boolean;
}

interface ShownFormProps<Values extends ShownValues> {
	edited: Editable<Values>;
	/** Labels of the fields that this kind has beside those of all. */
	labels: Partial<Record<keyof Values & string, string>>;
	preview: ReactNode;
	children: ReactNode;
}

/** The fields, what an edit changes for fans, and how it is published: what it needs, how fans will see it, and when. */
export function ShownForm<Values extends ShownValues>(props: ShownFormProps<Values>) {
	const { edited, labels, preview, children } = props;
	const { values } = edited.draft;
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const { alt: name, starts_local: starts, ends_local: ends } = values;
	const now = localNow(timezone);
	const later = starts > now;
	const checks = useChecks(values, ends !== '' && ends <= now);
	const shared = { alt: t`Alt text`, link_url: t`Link`, starts_local: t`Shown from`, ends_local: t`Shown until` };
	return (
		<PublishedForm
			edited={edited}
			published={!edited.draft.base.hidden}
			publish={(published) => ({ hidden: !published }) as Partial<Values>}
			labels={{ ...labels, ...shared }}
			title={later ? t`Schedule ${name}?` : t`Publish ${name}?`}
			action={later ? t`Schedule` : t`Publish`}
			checks={checks}
			preview={preview}
			when={
				<>
					{later ? (
						<Trans>
							Fans see it from {localText(starts) ?? starts} {zoneName}.
						</Trans>
					) : (
						<Trans>Fans see it at once.</Trans>
					)}{' '}
					{ends === '' ? null : (
						<Trans>
							It disappears on {localText(ends) ?? ends} {zoneName}.
						</Trans>
					)}
				</>
			}
		>
			{children}
		</PublishedForm>
	);
}

function useChecks({ alt, link_url: link }: ShownValues, over: boolean): Check[] {
	const { t } = useLingui();
	const checks: Check[] = [
		{ key: 'picture', state: 'done', text: t`Picture` },
		advise('alt', alt !== '', t`Alt text`, t`No alt text: fans who cannot see the picture miss it`),
	];
	if (link === '')
		checks.push({ key: 'link', state: 'advice', text: t`No link: nothing happens when a fan presses it` });
	if (over) checks.push({ key: 'period', state: 'missing', text: t`The end has passed: fans would never see it` });
	return checks;
}

interface ShownFieldsProps<Values extends ShownValues> {
	draft: Draft<Values>;
	/** True: without times it is shown at once, and without an end. */
	timesOptional?: boolean;
	/** Follows the link. */
	children?: ReactNode;
}

export function ShownFields<Values extends ShownValues>({ draft, timesOptional, children }: ShownFieldsProps<Values>) {
	const { t } = useLingui();
	const { values, text, field, errorOf } = draft as unknown as Draft<ShownValues>;
	return (
		<>
			<TextField label={t`Alt text`} hint={t`For fans who cannot see it.`} {...text('alt')} />
			<TextField
				label={t`Link`}
				{...text('link_url')}
				error={isLink(values.link_url) ? errorOf('link_url') : t`Start the link with https:// or /`}
			/>
			{children}
			<DateTimeField
				label={t`Shown from`}
				hint={timesOptional && t`Leave empty to show it as soon as it is published.`}
				{...field('starts_local')}
			/>
			<DateTimeField
				label={t`Shown until`}
				hint={timesOptional && t`Leave empty to show it without an end.`}
				{...field('ends_local')}
			/>
		</>
	);
}
