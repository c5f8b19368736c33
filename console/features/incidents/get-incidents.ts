/** Reads and writes of incidents. */
import { useMutation } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import * as calls from '#contract/operator/incidents/incidents.ts';
import { makeGoodFor, previewMakeGood } from '#contract/operator/incidents/incidents.ts';
import { call } from '../../lib/api/call.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

export type Incident = calls.Incident;

/** Colleagues write updates at the same time, and a job gives gems. */
const REFRESH_MS = 10_000;

export const incidentsQuery = readQuery(['incidents'], (reading) => call(calls.listIncidents, {}, reading), {
	refetchInterval: REFRESH_MS,
});

const of = (incidentId: number) => ({ params: { incident_id: incidentId } });

export const useOpenIncident = () =>
	useIncidentWrite((body: InputOf<typeof calls.openIncident>['body']) => call(calls.openIncident, { body }));

export const useEditIncident = () =>
	useIncidentWrite(({ id, ...body }: InputOf<typeof calls.editIncident>['body'] & { id: number }) =>
		call(calls.editIncident, { ...of(id), body }),
	);

export const useUpdateIncident = (id: number) =>
	useIncidentWrite((body: InputOf<typeof calls.updateIncident>['body']) =>
		call(calls.updateIncident, { ...of(id), body }),
	);

export const usePreviewMakeGood = (id: number) =>
	useMutation({
		mutationFn: async (gemsPerFan: number) =>
			(await call(previewMakeGood, { ...of(id), body: { gems_per_fan_max: gemsPerFan } })).make_good,
	});

export type MakeGoodBody = InputOf<typeof makeGoodFor>['body'];

export const useMakeGood = (id: number) =>
	useIncidentWrite((body: MakeGoodBody, once) => call(makeGoodFor, { ...of(id), body }, once));

const useIncidentWrite = <Input, Reply>(write: (input: Input, once: { idempotencyKey: string }) => Promise<Reply>) =>
	useWrite(write, { settled: (client) => refresh(client, incidentsQuery.queryKey) });
