/** Asks for the gems that were previewed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { formatNumber } from '#client/numbers.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { WaitingDialog } from '../../lib/dialogs/waiting-dialog.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { type Incident, type MakeGoodBody, useMakeGood } from './get-incidents.ts';

interface Props {
	incident: Incident;
	asked: Omit<MakeGoodBody, 'why'>;
	onClose: () => void;
}

export function MakeGoodDialog({ incident, asked, onClose }: Props) {
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
