/** Reads and writes of incidents. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import * as calls from '#contract/operator/incidents/incidents.ts';
import { makeGoodFor, previewMakeGood } from '#contract/operator/incidents/incidents.ts';
import { call } from '../../lib/api/call.ts';

export type Incident = calls.Incident;

/** Colleagues write updates at the same time, and a job gives gems. */
const REFRESH_MS = 10_000;

export const incidentsQuery = queryOptions({
	queryKey: ['incidents'],
	queryFn: ({ signal }) => call(calls.listIncidents, {}, { signal }),
	refetchInterval: REFRESH_MS,
});

export type OpeningBody = InputOf<typeof calls.openIncident>['body'];
export type EditBody = InputOf<typeof calls.editIncident>['body'];
export type UpdateBody = InputOf<typeof calls.updateIncident>['body'];
export type MakeGoodBody = InputOf<typeof makeGoodFor>['body'];

export const useOpenIncident = () => useWrite((body: OpeningBody) => call(calls.openIncident, { body }));

export const useEditIncident = () =>
	useWrite(({ incidentId, body }: { incidentId: number; body: EditBody }) =>
		call(calls.editIncident, { params: { incident_id: incidentId }, body }),
	);

export const useUpdateIncident = (incidentId: number) =>
	useWrite((body: UpdateBody) => call(calls.updateIncident, { params: { incident_id: incidentId }, body }));

export const usePreviewMakeGood = (incidentId: number) =>
	useMutation({
		mutationFn: async (gemsPerFan: number) =>
			(
				await call(previewMakeGood, {
					params: { incident_id: incidentId },
					body: { gems_per_fan_max: gemsPerFan },
				})
			).make_good,
	});

export const useMakeGood = (incidentId: number) =>
	useWrite(({ body, idempotencyKey }: { body: MakeGoodBody; idempotencyKey: string }) =>
		call(makeGoodFor, { params: { incident_id: incidentId }, body }, { idempotencyKey }),
	);

function useWrite<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSettled: () => client.invalidateQueries({ queryKey: incidentsQuery.queryKey }),
	});
}
