/** Gems for fans whose votes failed during a resolved incident: first who gets how many, then the request. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { formatNumber } from '#client/numbers.ts';
import { type MakeGood as Owed, makeGoodFor } from '#contract/operator/incidents/make-good.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { type Column, Table } from '#ui/primitives/table.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useDateTime, useMay } from '../../lib/session/operator.tsx';
import { type Incident, type MakeGoodBody, useMakeGood, usePreviewMakeGood } from './get-incidents.ts';
import { useErrorText } from '../../lib/api/error-text.ts';
import { NumberField } from '../../lib/form/fields.tsx';
import { paths } from '../../paths.ts';
import { WaitingDialog } from '../../lib/dialogs/confirm.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';

export function MakeGood({ incident }: { incident: Incident }) {
	const may = useMay();
	return (
		<section className="incident-section">
			<h3>
				<Trans>Make good</Trans>
			</h3>
			<p className="incident-meta">
				<Trans>Gives fans the gems that votes would have cost which failed by our fault, once per incident.</Trans>
			</p>
			<Given incident={incident} />
			{incident.state !== 'resolved' && (
				<p>
					<Trans>Resolve the incident first.</Trans>
				</p>
			)}
			{incident.state === 'resolved' && may(makeGoodFor) && <MakeGoodPreview incident={incident} />}
		</section>
	);
}

function Given({ incident }: { incident: Incident }) {
	const dateTime = useDateTime();
	return incident.make_goods.map(({ fans, gems, given, decided_time: decided, finished_time: finished }) => (
		<p key={decided}>
			<Trans>
				{dateTime(decided)}: {formatNumber(given)} of {formatNumber(gems)} gems given to {formatNumber(fans)} fans
			</Trans>
			{finished === null ? '…' : null}
		</p>
	));
}

const USUAL_GEMS_MAX = 1_000;

/** Shows who would get how many gems, before an operator asks for them. */
function MakeGoodPreview({ incident }: { incident: Incident }) {
	const { t } = useLingui();
	const textOf = useErrorText();
	const preview = usePreviewMakeGood(incident.incident_id);
	const [most, setMost] = useState<number | null>(USUAL_GEMS_MAX);
	const [asking, setAsking] = useState(false);
	const found = preview.data;
	return (
		<>
			<NumberField
				label={t`Most gems per fan`}
				value={most}
				onChange={(value) => {
					setMost(value);
					preview.reset();
				}}
			/>
			<Button
				variant="line"
				busy={preview.isPending}
				disabled={!most || most < 1}
				onClick={() => most && preview.mutate(most)}
			>
				<Trans>Find fans</Trans>
			</Button>
			{preview.error ? <FieldError>{textOf(preview.error)}</FieldError> : null}
			<output aria-live="polite">
				{found && found.fans === 0 && <Trans>No fan is owed gems.</Trans>}
				{found && found.fans > 0 && (
					<b>
						<Plural value={found.fans} one="# fan" other={`${formatNumber(found.fans)} fans`} />,{' '}
						<Plural value={found.gems} one="# gem" other={`${formatNumber(found.gems)} gems`} />
					</b>
				)}
			</output>
			{found && found.fans > 0 && (
				<>
					<OwedList owed={found} />
					<Button onClick={() => setAsking(true)}>
						<Trans>Give these gems</Trans>
					</Button>
				</>
			)}
			{asking && found && most && (
				<MakeGoodDialog
					incident={incident}
					asked={{ gems_per_fan_max: most, fans: found.fans, gems: found.gems }}
					onClose={() => {
						setAsking(false);
						preview.reset();
					}}
				/>
			)}
		</>
	);
}

/** The fans who would get most. */
function OwedList({ owed }: { owed: Owed }) {
	const { t } = useLingui();
	const columns: Column<Owed['list'][number]>[] = [
		{
			key: 'fan',
			header: t`Fan`,
			strong: true,
			render: ({ fan_id: id }) => <Link className="table-link" to={paths.one('fans', id)}>{t`Fan ${id}`}</Link>,
		},
		{ key: 'price', header: t`Price`, align: 'end', render: ({ price }) => formatNumber(price) },
		{ key: 'gems', header: t`Gems`, align: 'end', render: ({ gems }) => formatNumber(gems) },
	];
	return (
		<div className="incident-owed">
			<Table label={t`Fans who get most`} rows={owed.list} rowKey={({ fan_id: id }) => id} columns={columns} />
		</div>
	);
}

interface Props {
	incident: Incident;
	asked: Omit<MakeGoodBody, 'why'>;
	onClose: () => void;
}

/** Asks for the gems that were previewed. */
function MakeGoodDialog({ incident, asked, onClose }: Props) {
	const { t } = useLingui();
	const toast = useToast();
	const keyOf = useIdempotencyKey();
	const making = useMakeGood(incident.incident_id);
	const [waits, setWaits] = useState(false);
	if (waits) return <WaitingDialog onClose={onClose} />;
	return (
		<WhyDialog
			open
			title={<Trans>Give {formatNumber(asked.gems)} gems?</Trans>}
			action={<Trans>Give</Trans>}
			busy={making.isPending}
			error={making.error}
			onClose={onClose}
			onDo={(why) => {
				const body = { ...asked, why };
				making.mutate(
					{ body, idempotencyKey: keyOf(body) },
					{
						onSuccess: ({ status }) => {
							if (status === 'waiting') return setWaits(true);
							toast(t`The gems are being given`, 'success');
							onClose();
						},
					},
				);
			}}
		>
			<p>
				<Trans>
					{formatNumber(asked.fans)} fans get at most {formatNumber(asked.gems_per_fan_max)} gems each. They see the
					incident in their gem records.
				</Trans>
			</p>
		</WhyDialog>
	);
}
