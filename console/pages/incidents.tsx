/** Incidents: what fans read on the status page, and the gems that make good for failed votes. */
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { useSettled } from '#client/use-settled.ts';
import type { Incident, MakeGood as MakeGoodFound } from '#contract/operator/incidents/incidents.ts';
import { incidents, makeGoodFor, previewMakeGood, updateIncident } from '#contract/operator/incidents/incidents.ts';
import { type ConsoleRanking, readRanking } from '#contract/operator/rankings/rankings.ts';
import { type IncidentState, sitePart, type SitePart } from '#contract/status.ts';
import { Button } from '#ui/primitives/button.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ErrorText, useRead } from '../lib/api/calls.tsx';
import { WhyDialog } from '../lib/dialogs/dialogs.tsx';
import { type Looks, siteAddress, StateTag } from '../lib/elements/elements.tsx';
import { type EditorOf, useItem } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import type { Whole } from '../lib/form/contract-form.ts';
import { Fields, NumberField, numberIn } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { counted, localNow } from '../lib/format/values.ts';
import { useDateTime, useMay, useSiteZone } from '../lib/session/operator.tsx';
import { type DataColumn, Table } from '../lib/table/table.tsx';
import { paths } from '../nouns.ts';
import { ListPage } from '../shell/list-page.tsx';
import './incidents.css';

/** Colleagues write updates at the same time, and a job gives gems. */
const REFRESH_MS = 10_000;

export default function IncidentsPage() {
	const columns: DataColumn<Incident>[] = [
		{ key: 'title', header: 'Incident' },
		{
			key: 'began',
			header: 'Began',
			room: 'some',
			sortAs: 'began',
			compareBy: (row) => row.started_time,
			time: 'started_time',
		},
		{ key: 'state', header: 'State', render: ({ state }) => <StateTag looks={states} state={state} /> },
	];
	return (
		<ListPage
			of={incidents}
			refetchMs={REFRESH_MS}
			nameOf={(row) => row.title}
			columns={columns}
			newName="New incident"
			none="No incidents. Fans see that everything is working."
			onSite={() => siteAddress.status}
			renderEditor={(props) => (
				<>
					{/* A stored incident is written about first, and corrected seldom. */}
					{props.stored && <IncidentUpdates incident={props.stored} />}
					{props.stored ? (
						<Part title="Details">
							<IncidentEditor key={props.stored.state} {...props} />
						</Part>
					) : (
						<NewIncident {...props} />
					)}
					{props.stored && <MakeGood incident={props.stored} />}
				</>
			)}
		/>
	);
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
	<section className="incident-section stack one-column gap-3 mt-6">
		<h3>{title}</h3>
		{children}
	</section>
);

const parts: Record<SitePart, string> = {
	charts: 'Charts',
	voting: 'Voting',
	sign_in: 'Log in',
	store: 'Store',
	vote_log: 'Public vote log',
};

/** Opens beside what is written next. From a ranking's page, the words are there and name it. */
function NewIncident(editor: EditorOf<Incident, { incident: Incident }>) {
	const navigate = useNavigate();
	const key = useSearchParams()[0].get('ranking');
	const read = useRead(readRanking, { params: { ranking_key: key ?? '' } }, { enabled: key !== null, retry: false });
	if (key !== null && read.isPending) return <Skeleton className="screen-skeleton" />;
	const onSaved = ({ incident }: { incident: Incident }) => void navigate(paths.one('incidents', incident.incident_id));
	return <IncidentEditor {...editor} words={read.data && wordsOn(read.data.ranking)} onSaved={onSaved} />;
}

/** What is true of every fault of that ranking. The operator knows more, and changes it. */
function wordsOn({ title, status }: ConsoleRanking) {
	const [name, now] = {
		paused: [`Voting in ${title} is paused`, `Nobody can vote in ${title} at the moment.`],
		ended: [`Votes in ${title} had a problem`, `Some votes in ${title} may have failed.`],
		other: [`Votes in ${title} have a problem`, `Some votes in ${title} may fail. Please try again.`],
	}[status === 'paused' || status === 'ended' ? status : 'other'] as [string, string];
	return { title: name, words: `${now} A vote that was confirmed to you counts. We write again here.` };
}

type Written = EditorOf<Incident, { incident: Incident }> & { words?: ReturnType<typeof wordsOn> | undefined };

function IncidentEditor({ words, ...editor }: Written) {
	const { timezone } = useSiteZone();
	const { stored } = editor;
	return (
		<ItemEditor
			{...editor}
			of={incidents}
			fresh={{ parts: ['voting'], starts_local: localNow(timezone), state: 'investigating', ...words }}
			fields={() => ({
				title: { label: 'Title', hint: 'Fans read it above every page: what does not work for them.' },
				parts: {
					label: 'Affected parts',
					render: ({ label, value, onChange }) => (
						<fieldset className="incident-parts stack gap-1">
							<legend>{label}</legend>
							{sitePart.options.map((part) => (
								<CheckboxField
									key={part}
									label={parts[part]}
									checked={value.includes(part)}
									onChange={({ target: { checked } }) =>
										onChange(sitePart.options.filter((one) => (one === part ? checked : value.includes(one))))
									}
								/>
							))}
						</fieldset>
					),
				},
				starts_local: { label: 'Began', hint: 'Votes that failed from here on may be made good for.' },
				ends_local: stored?.state === 'resolved' ? { label: 'Ended' } : null,
				state: stored
					? null
					: {
							label: 'State',
							options: openStates,
						},
				words: stored
					? null
					: { label: 'First update', hint: 'What fans notice, what they can do, when you will write again.' },
			})}
		/>
	);
}

const openStates = { investigating: 'Investigating', identified: 'Cause found', monitoring: 'Watching the fix' };
const stateNames: Record<IncidentState, string> = { ...openStates, resolved: 'Resolved' };
const states: Looks<IncidentState> = {
	investigating: ['bad', stateNames.investigating],
	identified: ['warning', stateNames.identified],
	monitoring: ['warning', stateNames.monitoring],
	resolved: ['good', stateNames.resolved],
};

function IncidentUpdates({ incident }: { incident: Incident }) {
	const may = useMay();
	const dateTime = useDateTime();
	return (
		<Part title="Updates">
			{may(updateIncident) && <NextUpdate incident={incident} />}
			<ol className="incident-updates stack gap-3 full-width">
				{incident.updates.map(({ state, words, time, operator_email: email }, index) => (
					<li key={incident.updates.length - index}>
						<b>{states[state][1]}</b>
						<span className="block breaks faint text-xs">
							{dateTime(time)} · {email}
						</span>
						<p className="muted breaks">{words}</p>
					</li>
				))}
			</ol>
		</Part>
	);
}

/** Written in a hurry, and kept as every text is. */
function NextUpdate({ incident }: { incident: Incident }) {
	const edited = useItem({ edit: updateIncident }, { stored: incident });
	const isResolved = incident.state === 'resolved';
	return (
		<EditorForm
			{...edited.form}
			saveLabel="Post update"
			actions={
				!isResolved && (
					<Button
						variant="line"
						disabled={edited.form.busy}
						onClick={() => void edited.saveWith({ state: 'resolved' })}
					>
						Resolve
					</Button>
				)
			}
			effect={<p>Fans read it at once.</p>}
		>
			<Fields
				of={{ edit: updateIncident }}
				edited={edited}
				fields={{
					// An open one is resolved by its own button.
					state: { label: 'State', options: (isResolved ? stateNames : openStates) as typeof stateNames },
					words: { label: 'Next update' },
				}}
			/>
		</EditorForm>
	);
}

function MakeGood({ incident }: { incident: Incident }) {
	const may = useMay();
	const dateTime = useDateTime();
	return (
		<Part title="Make good">
			<p className="faint text-xs">
				Gives fans the gems that votes would have cost which failed by our fault, once per incident.
			</p>
			{incident.make_goods.map(({ fans, gems, given, decided_time: decided, finished_time: finished }) => (
				<p key={decided}>
					{dateTime(decided)}: {formatNumber(given)} of {formatNumber(gems)} gems given to {formatNumber(fans)} fans
					{finished === null ? '…' : null}
				</p>
			))}
			{incident.state !== 'resolved' && <p>Resolve the incident first.</p>}
			{incident.state === 'resolved' && may(makeGoodFor) && <MakeGoodPreview incident={incident} />}
		</Part>
	);
}

const USUAL_GEMS_MAX = 1_000;

/** Shows who would get how many gems, before an operator asks for them. What failed before the end does not change any more. */
function MakeGoodPreview({ incident }: { incident: Incident }) {
	const params = { incident_id: incident.incident_id };
	const [most, setMost] = useState<Whole>(USUAL_GEMS_MAX);
	const typed = numberIn(most) ?? 0;
	const gemsMax = useSettled(typed);
	const body = { gems_per_fan_max: gemsMax };
	const read = useRead(previewMakeGood, { params, body }, { enabled: gemsMax > 0, retry: false });
	const [asked, setAsked] = useState<MakeGoodFound | null>(null);
	const found = typed === gemsMax ? read.data?.make_good : undefined;
	return (
		<>
			<NumberField label="Most gems per fan" value={most} onChange={setMost} />
			<ErrorText error={read.error} />
			<output aria-live="polite">
				{read.isLoading && 'Finding fans …'}
				{found && found.fans === 0 && 'No fan is owed gems.'}
				{found && found.fans > 0 && (
					<b>
						{counted(found.fans, 'fan')}, {counted(found.gems, 'gem')}
					</b>
				)}
			</output>
			{found && found.fans > 0 && (
				<>
					<div className="incident-owed full-width">
						<Table
							label="Fans who get most"
							rows={found.list}
							rowKey={({ fan_id: id }) => id}
							columns={[
								{
									key: 'fan',
									header: 'Fan',
									strong: true,
									opens: ['fans', 'fan_id'],
									render: (row) => `Fan ${row.fan_id}`,
								},
								{ key: 'price', header: 'Price', count: 'price' },
								{ key: 'gems', header: 'Gems', count: 'gems' },
							]}
						/>
					</div>
					<Button onClick={() => setAsked(found)}>Give these gems</Button>
				</>
			)}
			{asked && (
				<WhyDialog
					title={`Give ${formatNumber(asked.gems)} gems?`}
					text={`${formatNumber(asked.fans)} fans get at most ${formatNumber(gemsMax)} gems each. They see the incident in their gem records.`}
					action="Give"
					done="The gems are being given"
					initial={`Votes failed: ${incident.title}`}
					call={makeGoodFor}
					params={params}
					body={(why) => ({ ...body, fans: asked.fans, gems: asked.gems, why })}
					onClose={() => setAsked(null)}
				/>
			)}
		</>
	);
}
