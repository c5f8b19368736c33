/** Incidents: what fans read on the status page, and the gems that make good for failed votes. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type Incident, incidents } from '#contract/operator/incidents/incidents.ts';
import { IncidentEditor, IncidentStateTag } from '../features/incidents/incident-editor.tsx';
import { IncidentUpdates } from '../features/incidents/incident-updates.tsx';
import { MakeGood } from '../features/incidents/make-good.tsx';
import { siteAddress } from '../lib/elements/on-site.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { ListPage } from '../shell/list-page.tsx';

/** Colleagues write updates at the same time, and a job gives gems. */
const REFRESH_MS = 10_000;

export default function IncidentsPage() {
	const { t } = useLingui();
	const columns: DataColumn<Incident>[] = [
		{ key: 'title', header: t`Incident`, strong: true, render: (row) => row.title },
		{
			key: 'began',
			header: t`Began`,
			room: 'some',
			sortAs: 'began',
			compareBy: (row) => row.started_time,
			time: (row) => row.started_time,
		},
		{ key: 'state', header: t`State`, render: ({ state }) => <IncidentStateTag state={state} /> },
	];
	return (
		<ListPage
			title={t`Incidents`}
			section="incidents"
			of={incidents}
			refetchMs={REFRESH_MS}
			nameOf={(row) => row.title}
			columns={columns}
			newName={<Trans>New incident</Trans>}
			none={<Trans>No incidents. Fans see that everything is working.</Trans>}
			onSite={() => siteAddress.status}
			renderEditor={(props) => (
				<>
					{/* A stored incident is written about first, and corrected seldom. */}
					{props.stored && <IncidentUpdates incident={props.stored} />}
					{props.stored ? (
						<section className="incident-section">
							<h3>{t`Details`}</h3>
							<IncidentEditor key={props.stored.state} {...props} />
						</section>
					) : (
						<IncidentEditor {...props} />
					)}
					{props.stored && <MakeGood incident={props.stored} />}
				</>
			)}
		/>
	);
}
