/** Shows who would get how many gems, before an operator asks for them. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { NumberField } from '../../lib/form/number-field.tsx';
import { type Incident, usePreviewMakeGood } from './get-incidents.ts';
import { MakeGoodDialog } from './make-good-dialog.tsx';
import { OwedList } from './owed-list.tsx';

const USUAL_GEMS_MAX = 1_000;

export function MakeGoodPreview({ incident }: { incident: Incident }) {
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
