/** Which reminders the fan wants, one box each. */
import { Trans, useLingui } from '@lingui/react/macro';
import { reminderKinds, type ReminderKind, type Reminders } from '#contract/push.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';

interface KindSwitchesProps {
	reminders: Reminders;
	onChange: (changed: Partial<Reminders>) => void;
}

export function KindSwitches({ reminders, onChange }: KindSwitchesProps) {
	const { t } = useLingui();
	return (
		<fieldset className="reminder-kinds" aria-label={t`Remind me when`}>
			{reminderKinds.map((kind) => (
				<CheckboxField
					key={kind}
					label={<KindName kind={kind} />}
					checked={reminders[kind]}
					onChange={(event) => onChange({ [kind]: event.target.checked })}
				/>
			))}
		</fieldset>
	);
}

function KindName({ kind }: { kind: ReminderKind }) {
	switch (kind) {
		case 'vote_opens':
			return <Trans>A vote opens</Trans>;
		case 'vote_closes':
			return <Trans>An hour is left to vote</Trans>;
		case 'overtaken':
			return <Trans>One of my artists is overtaken</Trans>;
		case 'claim_ready':
			return <Trans>Today’s gems wait</Trans>;
		default:
			return null;
	}
}
