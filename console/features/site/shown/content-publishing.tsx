/** Publishes a banner or a pop-up: what it needs, how fans will see it, and when. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { localNow, localText } from '../../../lib/format/local-time.ts';
import type { Check } from '../../../lib/publishing/checklist.tsx';
import { PublishActions, type PublishActionsProps } from '../../../lib/publishing/publish-actions.tsx';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import type { ShownValues } from './shown-fields.tsx';

interface Props extends Pick<PublishActionsProps, 'busy' | 'checkFields' | 'save' | 'published'> {
	name: string;
	values: ShownValues;
	preview: ReactNode;
}

export function ContentPublishing({ name, values, ...ways }: Props) {
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
