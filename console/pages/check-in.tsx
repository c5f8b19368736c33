/** Daily check-in: the rewards of the seven days, and the rule that fans read. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { editCheckInRewards, editCheckInRule, readCheckInSettings } from '#contract/operator/check-in.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';
import { useEditable, WAITS } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { issuesOf } from '../lib/form/field-errors.ts';
import { NumberField } from '../lib/form/fields.tsx';
import { useMay } from '../lib/session/operator.tsx';
import { RichTextField } from '../lib/rich-text/rich-text-field.tsx';
import { call } from '../lib/api/call.ts';
import './check-in.css';

export default function CheckInPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(checkInQuery);
	return (
		<Page title={t`Check-in`}>
			{data ? (
				<>
					<div className="two-cards">
						<Card title={<Trans>Rewards</Trans>}>
							<WaitsNotice kind="reward_change" />
							<RewardsForm stored={data.check_in} />
						</Card>
						<Card title={<Trans>The rule, as fans read it</Trans>}>
							<RuleForm stored={data.check_in} />
						</Card>
					</div>
					<OnSite to={siteAddress.store} />
					<Link className="trail-link" to={paths.auditOf('check_in')}>
						<Trans>Audit trail of the check-in</Trans>
					</Link>
				</>
			) : (
				<Card>
					{isError ? <ReadFailed onRetry={() => void refetch()} /> : <Skeleton className="screen-skeleton" />}
				</Card>
			)}
		</Page>
	);
}

interface RewardValues {
	version: number;
	rewards: (number | null)[];
	restarts_after_miss: boolean;
	why: string;
}

const rewardsOf = ({ version, rewards, restarts_after_miss }: CheckIn): RewardValues => ({
	version,
	rewards,
	restarts_after_miss,
	why: '',
});

/** Edits the rewards of the seven check-in days. They create gems, so only finance may change them. */
function RewardsForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditRewards();
	const { draft, form } = useEditable<RewardValues>({
		stored: rewardsOf(stored),
		check: (values) => issuesOf(editCheckInRewards, values),
		save: async ({ rewards, ...values }, { version }) => {
			const body = { ...values, version, rewards: rewards.map((gems) => gems ?? 0) };
			const { check_in: now, approval_id: waits } = await save.mutateAsync(body);
			return waits === null ? rewardsOf(now) : WAITS;
		},
		reload: async () => rewardsOf((await client.fetchQuery({ ...checkInQuery, staleTime: 0 })).check_in),
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

const ruleOf = ({ version, rule_raw }: CheckIn) => ({ version, rule_raw });

/** The rule that fans read beside the seven days. */
function RuleForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditRule();
	const { draft, form } = useEditable({
		stored: ruleOf(stored),
		save: async ({ rule_raw: raw }, { version }) =>
			ruleOf((await save.mutateAsync({ version, rule_raw: raw })).check_in),
		reload: async () => ruleOf((await client.fetchQuery({ ...checkInQuery, staleTime: 0 })).check_in),
	});
	const { values, set } = draft;
	const readOnly = !may(editCheckInRule);
	return (
		<EditorForm {...form} readOnly={readOnly}>
			<RichTextField
				label={t`Rule`}
				value={values.rule_raw}
				disabled={readOnly}
				onChange={(html) => set({ rule_raw: html })}
			/>
		</EditorForm>
	);
}

type Reply = ReplyOf<typeof readCheckInSettings>;
type CheckIn = Reply['check_in'];

const checkInQuery = queryOptions({
	queryKey: ['check-in'],
	queryFn: ({ signal }) => call(readCheckInSettings, {}, { signal }),
});

const useEditRule = () => useWrite((body: InputOf<typeof editCheckInRule>['body']) => call(editCheckInRule, { body }));

const useEditRewards = () =>
	useWrite((body: InputOf<typeof editCheckInRewards>['body']) => call(editCheckInRewards, { body }));

function useWrite<Input, Written extends Reply>(mutationFn: (input: Input) => Promise<Written>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: (reply) => {
			client.setQueryData(checkInQuery.queryKey, reply);
		},
	});
}
