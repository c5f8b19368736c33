/** States of incidents and parts of the site, in words. */
import { useLingui } from '@lingui/react/macro';
import type { IncidentState, SitePart } from '#contract/status.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';

export function useStateNames(): Record<IncidentState, string> {
	const { t } = useLingui();
	return {
		investigating: t`Investigating`,
		identified: t`Cause found`,
		monitoring: t`Watching the fix`,
		resolved: t`Resolved`,
	};
}

export function usePartNames(): Record<SitePart, string> {
	const { t } = useLingui();
	return {
		charts: t`Charts`,
		voting: t`Voting`,
		sign_in: t`Log in`,
		store: t`Store`,
		vote_log: t`Public vote log`,
	};
}

const tones: Record<IncidentState, TagTone> = {
	investigating: 'bad',
	identified: 'warning',
	monitoring: 'warning',
	resolved: 'good',
};

export function IncidentStateTag({ state }: { state: IncidentState }) {
	return <Tag tone={tones[state]}>{useStateNames()[state]}</Tag>;
}
