/** Edits the rewards of the seven check-in days. They create gems, so only finance may change them. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { editCheckInRewards } from '#contract/operator/site/settings.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-issues.ts';
import { NumberField } from '../../lib/form/number-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { type CheckIn, checkInQuery, useEditRewards } from './get-check-in.ts';
import './rewards-form.css';

interface RewardValues {
	version: number;
	rewards: (number | null)[];
	restarts_after_miss: boolean;
	why: string;
}

const valuesOf = ({ version, rewards, restarts_after_miss }: CheckIn): RewardValues => ({
	version,
	rewards,
	restarts_after_miss,
	why: '',
});

export function RewardsForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditRewards();
	const { draft, form } = useEditable<RewardValues>({
		stored: valuesOf(stored),
		check: (values) => issuesOf(editCheckInRewards, values),
		save: async ({ rewards, ...values }, { version }) => {
			const body = { ...values, version, rewards: rewards.map((gems) => gems ?? 0) };
			const { check_in: now, approval_id: waits } = await save.mutateAsync(body);
			return waits === null ? valuesOf(now) : WAITS;
		},
		reload: async () => valuesOf((await client.fetchQuery({ ...checkInQuery, staleTime: 0 })).check_in),
	});
	const { values, set, errorOf } = draft;
	return (
		<EditorForm {...form} readOnly={!may(editCheckInRewards)}>
			<div className="reward-days">
				{values.rewards.map((gems, index) => (
					<NumberField
						key={index}
						label={t`Day ${index + 1}`}
						error={errorOf(`rewards.${index}`)}
						value={gems}
						onChange={(changed) => set({ rewards: values.rewards.with(index, changed) })}
					/>
				))}
			</div>
			<p className="form-hint">{t`Gems per day. A change applies from the next claim on.`}</p>
			<CheckboxField
				label={t`Missing a day restarts the streak`}
				checked={values.restarts_after_miss}
				onChange={(event) => set({ restarts_after_miss: event.target.checked })}
			/>
			<TextField
				label={t`Reason`}
				error={errorOf('why')}
				hint={t`Kept in the audit trail.`}
				maxLength={500}
				value={values.why}
				onChange={(event) => set({ why: event.target.value })}
			/>
		</EditorForm>
	);
}
