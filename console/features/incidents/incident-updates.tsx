/** The updates of an incident, and the form for the next one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { type Incident, updateIncident } from '#contract/operator/incidents/incidents.ts';
import { incidentState } from '#contract/status.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextAreaField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText } from '../../lib/api/error-text.tsx';
import { useSend } from '../../lib/api/queries.ts';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { useDateTime, useMay } from '../../lib/session/operator.tsx';
import { useStateNames } from './incident-editor.tsx';

export function IncidentUpdates({ incident }: { incident: Incident }) {
	const may = useMay();
	const names = useStateNames();
	const dateTime = useDateTime();
	return (
		<section className="incident-section">
			<h3>
				<Trans>Updates</Trans>
			</h3>
			{may(updateIncident) && <NextUpdate incident={incident} />}
			<ol className="incident-updates">
				{incident.updates.map(({ state, words, time, operator_email: email }, index) => (
					<li key={incident.updates.length - index}>
						<b>{names[state]}</b>
						<span className="incident-meta">
							{dateTime(time)} · {email}
						</span>
						<p>{words}</p>
					</li>
				))}
			</ol>
		</section>
	);
}

function NextUpdate({ incident }: { incident: Incident }) {
	const { t } = useLingui();
	const names = useStateNames();
	const toast = useToast();
	const [state, setState] = useState(incident.state);
	const [words, setWords] = useState('');
	const update = useSend(updateIncident, () => {
		setWords('');
		toast(t`Fans can read the update now`, 'success');
	});
	function send(event: FormEvent) {
		event.preventDefault();
		update.mutate({
			params: { incident_id: incident.incident_id },
			body: { version: incident.version, state, words },
		});
	}
	return (
		<form className="incident-next" onSubmit={send}>
			<ChoiceField
				label={t`State`}
				value={state}
				options={incidentState.options.map((one) => [one, names[one]])}
				onChange={setState}
			/>
			<TextAreaField
				label={t`Next update`}
				maxLength={2_000}
				value={words}
				onChange={(event) => setWords(event.target.value)}
			/>
			<ErrorText error={update.error} />
			<Button type="submit" busy={update.isPending} disabled={words.trim() === ''}>
				{state === 'resolved' ? <Trans>Resolve</Trans> : <Trans>Post update</Trans>}
			</Button>
		</form>
	);
}
