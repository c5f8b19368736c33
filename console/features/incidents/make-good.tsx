/** Gems for fans whose votes failed during a resolved incident: first who gets how many, then the request. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { InputOf } from '#contract/endpoint.ts';
import {
	type Incident,
	type MakeGood as Owed,
	makeGoodFor,
	previewMakeGood,
} from '#contract/operator/incidents/incidents.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Table } from '../../lib/table/table.tsx';
import { call } from '../../lib/api/call.ts';
import { ErrorText } from '../../lib/api/error-text.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { RowLink } from '../../lib/elements/links.tsx';
import { NumberField, numberIn, type Whole } from '../../lib/form/fields.tsx';
import { useDateTime, useMay } from '../../lib/session/operator.tsx';
import type { DataColumn } from '../../lib/table/column.ts';
import { paths } from '../../paths.ts';

export function MakeGood({ incident }: { incident: Incident }) {
	const { t } = useLingui();
	const may = useMay();
	return (
		<section className="incident-section">
			<h3>{t`Make good`}</h3>
			<p className="incident-meta">
				<Trans>Gives fans the gems that votes would have cost which failed by our fault, once per incident.</Trans>
			</p>
			<Given incident={incident} />
			{incident.state !== 'resolved' && <p>{t`Resolve the incident first.`}</p>}
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
	const params = { incident_id: incident.incident_id };
	const preview = useMutation({
		mutationFn: (gems: number) => call(previewMakeGood, { params, body: { gems_per_fan_max: gems } }),
	});
	const [most, setMost] = useState<Whole>(USUAL_GEMS_MAX);
	const gemsMax = numberIn(most) ?? 0;
	const [asking, setAsking] = useState(false);
	const found = preview.data?.make_good;
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
			<Button variant="line" busy={preview.isPending} disabled={gemsMax < 1} onClick={() => preview.mutate(gemsMax)}>
				<Trans>Find fans</Trans>
			</Button>
			<ErrorText error={preview.error} />
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
					<Button onClick={() => setAsking(true)}>{t`Give these gems`}</Button>
				</>
			)}
			{asking && found && (
				<MakeGoodDialog
					incident={incident}
					asked={{ gems_per_fan_max: gemsMax, fans: found.fans, gems: found.gems }}
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
	const columns: DataColumn<Owed['list'][number]>[] = [
		{
			key: 'fan',
			header: t`Fan`,
			strong: true,
			render: ({ fan_id: id }) => <RowLink to={paths.one('fans', id)}>{t`Fan ${id}`}</RowLink>,
		},
		{ key: 'price', header: t`Price`, count: ({ price }) => price },
		{ key: 'gems', header: t`Gems`, count: ({ gems }) => gems },
	];
	return (
		<div className="incident-owed">
			<Table label={t`Fans who get most`} rows={owed.list} rowKey={({ fan_id: id }) => id} columns={columns} />
		</div>
	);
}

interface MakeGoodDialogProps {
	incident: Incident;
	asked: Omit<InputOf<typeof makeGoodFor>['body'], 'why'>;
	onClose: () => void;
}

/** Asks for the gems that were previewed. */
function MakeGoodDialog({ incident, asked, onClose }: MakeGoodDialogProps) {
	const { t } = useLingui();
	return (
		<WhyDialog
			title={<Trans>Give {formatNumber(asked.gems)} gems?</Trans>}
			text={
				<Trans>
					{formatNumber(asked.fans)} fans get at most {formatNumber(asked.gems_per_fan_max)} gems each. They see the
					incident in their gem records.
				</Trans>
			}
			action={<Trans>Give</Trans>}
			done={t`The gems are being given`}
			call={makeGoodFor}
			params={{ incident_id: incident.incident_id }}
			body={(why) => ({ ...asked, why })}
			onClose={onClose}
		/>
	);
}
