/** Daily check-in: the rewards of the seven days, and the rule that fans read. */
import type { ReplyOf } from '#contract/endpoint.ts';
import { editCheckInRewards, editCheckInRule, readCheckInSettings } from '#contract/operator/site/settings.ts';
import { useRead } from '../lib/api/calls.tsx';
import { Card, Page, WaitingCard, WaitsNotice } from '../shell/page.tsx';
import { OnSite, siteAddress, TrailLink } from '../lib/elements/elements.tsx';
import { NumberField } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { paths } from '../nouns.ts';
import './check-in.css';

type CheckIn = ReplyOf<typeof readCheckInSettings>['check_in'];

export default function CheckInPage() {
	const read = useRead(readCheckInSettings, {});
	return (
		<Page>
			{read.data ? (
				<>
					<Card title="Rewards">
						<WaitsNotice kind="reward_change" />
						<RewardsForm stored={read.data.check_in} />
					</Card>
					<Card title="The rule, as fans read it">
						<ItemEditor
							stored={read.data.check_in}
							of={{ noun: 'check_in', edit: editCheckInRule }}
							fields={() => ({ rule_raw: { label: 'Rule' } })}
						/>
					</Card>
					<div className="editor-links">
						<OnSite to={siteAddress.store} />
						<TrailLink to={paths.auditOf('check_in')}>Audit trail of the check-in</TrailLink>
					</div>
				</>
			) : (
				<WaitingCard read={read} />
			)}
		</Page>
	);
}

/** Edits the rewards of the seven check-in days. They create gems, so only finance may change them. */
const RewardsForm = ({ stored }: { stored: CheckIn }) => (
	<ItemEditor
		stored={stored}
		of={{ edit: editCheckInRewards }}
		fields={() => ({
			rewards: {
				label: 'Gems per day. A change applies from the next claim on.',
				render: ({ label, value, onChange }, errorOf) => (
					<>
						<div className="reward-days stack gap-2">
							{value.map((gems, index) => (
								<NumberField
									key={index}
									label={`Day ${index + 1}`}
									error={errorOf(`rewards.${index}`)}
									value={gems}
									// A day without a number is refused by the check.
									onChange={(changed) => onChange(value.with(index, changed as number))}
								/>
							))}
						</div>
						<p className="faint text-s">{label}</p>
					</>
				),
			},
			restarts_after_miss: { label: 'Missing a day restarts the streak' },
			why: { label: 'Reason' },
		})}
	/>
);
