/** Daily check-in: the rewards of the seven days, and the rule that fans read. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { editCheckInRewards, editCheckInRule, readCheckInSettings } from '#contract/operator/site/settings.ts';
import { readOf } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { NumberField } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
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
					<div className="editor-links">
						<OnSite to={siteAddress.store} />
						<TrailLink to={paths.auditOf('check_in')}>{t`Audit trail of the check-in`}</TrailLink>
					</div>
				</>
			) : (
				<WaitingCard read={read} />
			)}
		</Page>
	);
}

/** Edits the rewards of the seven check-in days. They create gems, so only finance may change them. */
function RewardsForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	return (
		<ItemEditor
			stored={stored}
			of={{ edit: editCheckInRewards }}
			fields={() => ({
				rewards: {
					label: t`Gems per day. A change applies from the next claim on.`,
					render: ({ label, value, onChange }, errorOf) => (
						<>
							<div className="reward-days">
								{value.map((gems, index) => (
									<NumberField
										key={index}
										label={t`Day ${index + 1}`}
										error={errorOf(`rewards.${index}`)}
										value={gems}
										// A day without a number is refused by the check.
										onChange={(changed) => onChange(value.with(index, changed as number))}
									/>
								))}
							</div>
							<p className="form-hint">{label}</p>
						</>
					),
				},
				restarts_after_miss: { label: t`Missing a day restarts the streak` },
				why: { label: t`Reason` },
			})}
		/>
	);
}

/** The rule that fans read beside the seven days. */
function RuleForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	return (
		<ItemEditor
			stored={stored}
			of={{ noun: 'check_in', edit: editCheckInRule }}
			fields={() => ({ rule_raw: { label: t`Rule` } })}
		/>
	);
}
