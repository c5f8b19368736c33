/** Daily check-in: the rewards of the seven days, and the rule that fans read. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { editCheckInRewards, editCheckInRule, readCheckInSettings } from '#contract/operator/site/settings.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { call } from '../lib/api/call.ts';
import { readOf } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { formOf } from '../lib/form/contract-form.ts';
import { useEditable } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { NumberField, WhyField } from '../lib/form/fields.tsx';
import { RichTextField } from '../lib/rich-text/rich-text-field.tsx';
import { paths } from '../paths.ts';
import { Card, Page, WaitingCard } from '../shell/page.tsx';
import './check-in.css';

type CheckIn = ReplyOf<typeof readCheckInSettings>['check_in'];

export default function CheckInPage() {
	const { t } = useLingui();
	const read = useQuery(readOf(readCheckInSettings, {}));
	return (
		<Page title={t`Check-in`}>
			{read.data ? (
				<>
					<div className="two-cards">
						<Card title={<Trans>Rewards</Trans>}>
							<WaitsNotice kind="reward_change" />
							<RewardsForm stored={read.data.check_in} />
						</Card>
						<Card title={<Trans>The rule, as fans read it</Trans>}>
							<RuleForm stored={read.data.check_in} />
						</Card>
					</div>
					<OnSite to={siteAddress.store} />
					<TrailLink to={paths.auditOf('check_in')}>{t`Audit trail of the check-in`}</TrailLink>
				</>
			) : (
				<WaitingCard read={read} />
			)}
		</Page>
	);
}

const rewardsForm = formOf(editCheckInRewards);

/** Edits the rewards of the seven check-in days. They create gems, so only finance may change them. */
function RewardsForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	const { draft, form } = useEditable({
		stored,
		call: editCheckInRewards,
		valuesOf: (checkIn) => ({ ...rewardsForm.valuesOf(checkIn), rewards: checkIn.rewards as (number | null)[] }),
		// A day without a number is refused by the check.
		bodyOf: ({ rewards, ...values }) => rewardsForm.bodyOf({ ...values, rewards: rewards as number[] }),
		save: (body, version) => call(editCheckInRewards, { body: { ...body, version } }),
	});
	const { values, set, text, flag, errorOf } = draft;
	return (
		<EditorForm {...form}>
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
			<CheckboxField label={t`Missing a day restarts the streak`} {...flag('restarts_after_miss')} />
			<WhyField label={t`Reason`} maxLength={500} {...text('why')} />
		</EditorForm>
	);
}

const ruleForm = formOf(editCheckInRule);

/** The rule that fans read beside the seven days. */
function RuleForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	const { draft, form } = useEditable({
		...ruleForm,
		stored,
		call: editCheckInRule,
		save: (body, version) => call(editCheckInRule, { body: { ...body, version } }),
	});
	return (
		<EditorForm {...form}>
			<RichTextField label={t`Rule`} disabled={form.readOnly} {...draft.field('rule_raw')} />
		</EditorForm>
	);
}
