/** Fields of what is shown to fans for a time, with a link: banners and pop-ups. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../../lib/form/date-time-field.tsx';
import { isLink } from '../../../lib/form/link.ts';
import type { Draft } from '../../../lib/form/use-draft.ts';

export interface ShownValues {
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
